"""The audit: everything a log claims, checked against the rules; what differs is a finding."""
