"""For the operator: backup and restore, checks before the site starts, the audit, tidying up, made-up circles."""
