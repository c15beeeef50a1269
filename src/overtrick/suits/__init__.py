"""suits."""
