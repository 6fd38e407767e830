"""The link: connects a table with a tournament's hall or a home over MQTT, in a process of its own."""
