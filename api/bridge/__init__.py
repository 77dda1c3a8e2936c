"""Bridges to virtual tables that take no plugin: clients of the published contract, which may run on any machine.

Nothing here knows the service's own modules: what a bridge can do, any program can.
"""
