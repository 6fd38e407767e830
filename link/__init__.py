"""The link: what a table tells a hall or a home over MQTT, in a process of its own."""
