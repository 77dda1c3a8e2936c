"""The journey from fight to fight: what the company is offered between fights, and what plays it."""
