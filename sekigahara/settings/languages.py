"""Which languages people can choose, and how dates, times and numbers are written."""

# Times are UTC inside; a person's own zone and language are applied where something is shown to them.
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]  # each in its own words
FORMAT_MODULE_PATH = "sekigahara.settings.formats"
