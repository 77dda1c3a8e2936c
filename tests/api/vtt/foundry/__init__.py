"""The module for Foundry, against a stand-in of the documented API that it uses."""
