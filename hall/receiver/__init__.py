"""From MQTT to the disk and back: events, acknowledgements, pairings, ranking."""
