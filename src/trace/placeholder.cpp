// placeholder, replaced by this module's sources
