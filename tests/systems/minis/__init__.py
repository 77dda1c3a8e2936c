"""Tests of Minis."""
