"""What all tests share: property tests have no deadline, so that a busy machine fails none of them."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
