"""Between MQTT and the disk: receives and acknowledges events of tables, publishes pairings and the ranking."""
