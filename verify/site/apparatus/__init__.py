"""The scholar's apparatus of a site: provenance, addresses, data and generated pages; knows no game by name."""
