"""Travel of the company: terrain, trails, mounts, vehicles and waterways."""
