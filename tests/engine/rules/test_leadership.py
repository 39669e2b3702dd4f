"""Leadership: castles, disks, capitals and daimyo, and when a daimyo must be named [7.3.4], R-10, R-39."""

import pytest

from tests.kit.cases import cases
from tests.kit.positions import position

NAMELESS = 'west.at.himeji = "ukita-two-mon"'


@pytest.mark.rule("7.3.4")
@cases(
    "side text path",
    ("own castle", "east", 'east.at.edo = "tokugawa-two-mon"', ["edo", "oyama", "utsunomiya"]),
    ("own disk", "east", 'east.at.yamagata = "date-two-mon"', ["yamagata", "aoba", "soma"]),
    ("castle and disk", "west", 'west.at.osaka = "ukita-two-mon"', ["osaka", "wakayama", "kii-tanabe"]),
    ("West's own castle", "west", 'west.at.gifu = "ukita-two-mon"', ["gifu", "kiyosu", "okazaki"]),
)
def test_7_3_4_public_leadership_needs_no_daimyo(side: str, text: str, path: list[str]) -> None:
    """A castle of the side's colour that it controls, or its disk, adds a location; nobody is named."""
    p = position(f'active = "{side}"\neast.at.anotsu = "maeda-two-mon"\n{text}')
    p.march(side, *path)
    assert p.told("public", "stack-moved")[0]["leader"] is None
    assert p.count(side, path[-1]) == 1


@pytest.mark.rule("7.3.4")
@cases(
    "text path",
    ("a castle it took", 'east.at.gifu = "tokugawa-two-mon"', ["gifu", "kiyosu", "okazaki"]),
    (
        "its own castle that the enemy holds",
        'east.at.okazaki = "ieyasu"\nwest.at.okazaki = "otani-two-mon"\nholder.okazaki = "west"',
        ["okazaki", "kiyosu", "gifu"],
    ),
    (
        "a disk that was destroyed",
        'disks = "hideyori, torii"\neast.at.yamagata = "date-two-mon"',
        ["yamagata", "aoba", "soma"],
    ),
    ("a castle on the way", 'east.at.oyama = "date-two-mon"', ["oyama", "edo", "mito"]),
    (
        "Kyoto is no capital in Kessen",
        'east.at.kyoto = "date-two-mon"\ndisks = "hideyori, mogami"',
        ["kyoto", "ayabe", "himeji"],
    ),
)
def test_7_3_4_what_does_not_lead(text: str, path: list[str]) -> None:
    """Two locations by road are one too many without leadership."""
    p = position(f"{text}\n{NAMELESS}")
    assert p.march_refused("east", "too-far", *path).parameters["missing"] == 1


@pytest.mark.rule("7.3.4")
def test_7_3_4_the_enemy_s_disk_leads_nobody() -> None:
    """West besieges the Torii disk at Kyoto and goes off to Tanabe: the disk leads only East."""
    p = position('active = "west"\nwest.at.kyoto = "ukita-two-mon"\neast.at.edo = "ieyasu"')
    p.march_refused("west", "too-far", "kyoto", "ayabe", "tanabe")


@pytest.mark.rule("R-10", "7.3.4")
def test_r_10_a_daimyo_is_named_and_known() -> None:
    """Ieyasu and two others at Oyama: all go two locations in his name, and all know him still."""
    p = position(f'east.at.oyama = "ieyasu, tokugawa-two-mon x2"\n{NAMELESS}')
    p.march_refused("east", "too-far", "oyama", "utsunomiya", "shirakawa")
    p.march("east", "oyama", "utsunomiya", "shirakawa", leader="ieyasu")
    assert p.told("west", "stack-moved")[0]["leader"] == "ieyasu"
    assert p.known("east", "shirakawa") == ["ieyasu"]
    assert p.view("west")["locations"]["shirakawa"]["east"] == {"count": 3, "known": ["ieyasu"]}


@pytest.mark.rule("R-10")
@cases(
    "source path why",
    ("a castle leads already", "edo", ["oyama", "utsunomiya"], "the castle goes first"),
    ("base movement is enough", "oyama", ["utsunomiya"], "one location"),
    ("the highway is enough", "sunpu", ["numazu", "hakone"], "two by highway"),
)
def test_r_10_no_daimyo_is_named_for_nothing(source: str, path: list[str], why: str) -> None:
    """Leadership that is not needed, or that a castle gives, is not used: a name only betrays a block."""
    p = position(f'east.at.{source} = "ieyasu, tokugawa-two-mon"\n{NAMELESS}')
    assert p.march_refused("east", "leader-not-needed", source, *path, leader="ieyasu").rule == "R-10", why
    p.march("east", source, *path)
    assert p.known("east", source) == p.known("east", path[-1]) == []


@pytest.mark.rule("R-10", "7.3.4")
@cases(
    "leader code",
    ("a block without a banner", "tokugawa-three-mon-1", "not-a-daimyo"),
    ("a daimyo elsewhere", "fukushima-daimyo", "block-not-available"),
    ("an enemy daimyo", "mori-daimyo", "unknown-block"),
)
def test_r_10_who_cannot_lead(leader: str, code: str) -> None:
    """Only a daimyo of the mover's that is at the source."""
    p = position(f"""
        east.at.oyama = "tokugawa-three-mon x2, ieyasu"
        east.at.mito = "fukushima-daimyo"
        {NAMELESS}
    """)
    p.march_refused("east", code, "oyama", "utsunomiya", "shirakawa", leader=leader)


@pytest.mark.rule("7.3.4")
def test_7_3_4_any_daimyo_leads_any_clan() -> None:
    """The Date daimyo stays and leads a Maeda block; Ishida, a wildcard with a banner, leads West's."""
    p = position(f'east.at.oyama = "date-daimyo, maeda-two-mon"\n{NAMELESS}')
    p.march("east", "oyama", "utsunomiya", "shirakawa", blocks="maeda-two-mon", leader="date-daimyo")
    assert p.blocks("east", "shirakawa") == ["maeda-two-mon"]
    w = position('active = "west"\nwest.at.kiyosu = "ishida-mitsunari, mori-two-mon"\neast.at.edo = "ieyasu"')
    w.march("west", "kiyosu", "gifu", "sawayama", blocks="mori-two-mon", leader="ishida-mitsunari")
    assert w.blocks("west", "sawayama") == ["mori-two-mon"]


@pytest.mark.rule("7.3.4")
def test_7_3_4_a_daimyo_who_has_moved_still_leads() -> None:
    """Ieyasu arrives at Oyama: he moves no more, but a block that waited there goes off in his name."""
    p = position(f'east.at.edo = "ieyasu"\neast.at.oyama = "date-two-mon"\n{NAMELESS}')
    p.march("east", "edo", "oyama")
    p.march("east", "oyama", "utsunomiya", "shirakawa", blocks="date-two-mon", leader="ieyasu")
    assert p.blocks("east", "shirakawa") == ["date-two-mon"]


@pytest.mark.rule("7.3.4", "7.2")
def test_7_3_4_a_daimyo_who_mustered_hidden_leads_and_is_named() -> None:
    """Otani's daimyo musters hidden at Sawayama, then leads a block from there: only then is he known."""
    p = position("""
        active = "west"
        west.at.sawayama = "mori-two-mon"
        west.recruitment = "otani-daimyo"
        east.at.edo = "ieyasu"
    """)
    p.play("west", "muster", location="sawayama", blocks="otani-daimyo", openly=False)
    assert p.known("west", "sawayama") == []
    p.march("west", "sawayama", "tsuruga", "kitanosho", blocks="mori-two-mon", leader="otani-daimyo")
    assert p.told("east", "stack-moved")[0]["leader"] == "otani-daimyo"
    assert p.blocks("west", "kitanosho") == ["mori-two-mon"]


@pytest.mark.rule("7.3.4")
def test_7_3_4_two_leaders_add_one_location_only() -> None:
    """A castle and two daimyo at Edo are worth one location."""
    p = position(f'east.at.edo = "ieyasu, date-daimyo, tokugawa-two-mon"\n{NAMELESS}')
    refusal = p.march_refused("east", "too-far", "edo", "oyama", "utsunomiya", "shirakawa")
    assert refusal.parameters["missing"] == 1


@pytest.mark.rule("R-10")
def test_r_10_a_leader_named_for_one_group_leads_the_others_too() -> None:
    """One group needs Ieyasu; another would need him or a card: once he is named its card is not needed."""
    p = position(f"""
        east.at.oyama = "ieyasu, tokugawa-two-mon x3"
        east.hand = "date-plain"
        {NAMELESS}
    """)
    far = {"blocks": ["tokugawa-two-mon"], "path": ["utsunomiya", "shirakawa"]}
    south = {"blocks": ["tokugawa-two-mon"], "path": ["edo", "mito"]}
    with_card = {**south, "force_march": "date-plain"}
    p.refuses(
        "east", "force-march-not-needed", "move", source="oyama", leader="ieyasu", groups=[far, with_card]
    )
    p.play("east", "move", source="oyama", leader="ieyasu", groups=[far, south])
    assert p.count("east", "shirakawa") == p.count("east", "mito") == 1
    assert p.hand("east") == ["date-plain"]
