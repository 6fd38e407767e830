"""Many tables that play real deals, with kills."""
