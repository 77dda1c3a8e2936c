"""Export files, audits and signatures: offline, over untrusted bytes."""
