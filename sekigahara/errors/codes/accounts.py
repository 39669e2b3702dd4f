"""Error codes of accounts: names, email addresses, time zones and API tokens."""

from django.utils.translation import gettext_lazy as _

from sekigahara.errors.codes.declaration import Code

ACCOUNT_CODES = (
    Code(
        "not-an-address",
        422,
        _("Invalid email address"),
        _("This is not a valid email address. Check the spelling."),
        _("Correct the address and send the request again."),
    ),
    Code(
        "disposable-address",
        422,
        _("Disposable email address"),
        _("Addresses at this domain live for minutes, and a game lasts for weeks. Use another address."),
        _("Use an address at which mail arrives for the length of a game."),
    ),
    Code(
        "restricted",
        403,
        _("Restricted by a moderator"),
        _("Until %(until)s you may not %(what)s. Your settings name the reason, and you can appeal there."),
        _("Wait until the restriction ends, or appeal against it in the settings."),
    ),
    Code(
        "bad-words",
        422,
        _("Invalid text"),
        _("Write between 1 and %(most)s visible characters."),
        _("Shorten the text, and use letters, digits and visible symbols only."),
    ),
    Code(
        "no-appeal",
        409,
        _("No appeal possible"),
        _("This restriction has ended, or its appeal was made or answered already."),
        _("Read your restrictions again."),
    ),
    Code(
        "nothing-to-report",
        422,
        _("Nothing to report"),
        _("You can report somebody else, for what you can see of them: their name, or a game of you both."),
        _("Name a game that you both play or played, or a message there that they wrote to you."),
    ),
    Code(
        "bad-restriction",
        422,
        _("Invalid restriction"),
        _("Choose at least one thing, and 1 to %(most)s days."),
        is_for_pages=True,
    ),
    Code(
        "not-moderator",
        403,
        _("Only for moderators"),
        _("Only a moderator of the site can do this."),
        is_for_pages=True,
    ),
    Code(
        "own-restriction",
        403,
        _("You imposed this restriction"),
        _("You imposed this restriction, so another moderator has to answer the appeal."),
        is_for_pages=True,
    ),
    Code(
        "report-decided",
        409,
        _("Decided already"),
        _("Somebody else has decided this report."),
        is_for_pages=True,
    ),
    Code(
        "unknown-zone",
        422,
        _("Unknown time zone"),
        _("There is no such time zone. Use a name such as Asia/Tokyo."),
        _("Use a name from the IANA time zone database, such as Asia/Tokyo or UTC."),
    ),
    Code(
        "name-invisible",
        422,
        _("Name with invisible characters"),
        _("The name contains invisible characters. Use letters, digits and visible symbols only."),
        _("Choose a name without invisible characters."),
    ),
    Code(
        "name-linked",
        422,
        _("Name with an address in it"),
        _("The name looks like a web address. Leave out addresses, and put a space after each full stop."),
        _("Choose a name that mail programs do not turn into a link."),
    ),
    Code(
        "name-reserved",
        422,
        _("Reserved name"),
        _(
            "The name looks like a word of this service: a side, a computer player, a former player, or a"
            " mark such as “(bot)”. Choose another name. If a program plays for you, say so in your settings."
        ),
        _("Choose a name that cannot be mistaken; declare a program with the field bot."),
    ),
    Code(
        "name-taken",
        422,
        _("Name already in use"),
        _("You already have a token with this name. Choose another name, or revoke the existing token."),
        is_for_pages=True,
    ),
    Code(
        "no-such-topic",
        422,
        _("No game of yours"),
        _("You can choose when you are mailed for the games that you play, until they are over."),
        _("Name a game that you play, or leave it out."),
    ),
    Code(
        "no-such-holiday",
        422,
        _("No such holiday"),
        _("A holiday begins today or within a year, and ends no earlier than it begins."),
        _("Name other days."),
    ),
    Code(
        "holidays-overlap",
        409,
        _("Holidays overlap"),
        _("You have planned a holiday on one of these days already."),
        _("Name other days, or end the other holiday first."),
    ),
    Code(
        "no-holidays-left",
        409,
        _("Too few days left"),
        _("There are %(most)d days of holiday in a year, and fewer are left than this would take."),
        _("Name fewer days, or end a holiday that you have planned."),
    ),
    Code(
        "token-not-fresh",
        403,
        _("Token too old for this"),
        _(
            "This cannot be undone, so it takes a token that was made within the last half hour. Make a new"
            " token, or do it on the page of the club."
        ),
        _("Make a new token, which takes a sign-in by a mailed link, or use the pages."),
    ),
    Code(
        "too-many-tokens",
        409,
        _("Too many tokens"),
        _("You have reached the maximum number of tokens. Revoke one that you no longer use."),
        is_for_pages=True,
    ),
    Code(
        "too-many-apps",
        409,
        _("Too many programs"),
        _("You have registered %(most)d programs, which is the maximum. Remove one that is no longer used."),
        is_for_pages=True,
    ),
)
