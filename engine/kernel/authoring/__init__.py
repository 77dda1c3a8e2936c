"""What authors of rule systems build with: the interface of a system, data files, sheets."""
