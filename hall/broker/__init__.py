"""The broker mosquitto: configuration, certificates, passwords, access list, process."""
