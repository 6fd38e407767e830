"""What all web pages share: server, limits, roles, streams, rendering."""
