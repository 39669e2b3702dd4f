"""A row for each method of each route: what everybody is answered. `test_table` holds the service to it.

A new route needs its rows here. The test that fails for want of one prints what it found: put that in once it
is what you want. Of what its address holds, ``world.World`` knows an example by the name of the parameter.
Where an empty body is refused whoever sends it, a good one stands in ``bodies.BODIES``.

    .  done, or shown
    ?  to identify themselves: 401, or led to the page where one signs in
    -  there is nothing, or nothing that they may know of: 404
    r  the token is not for that: 403
    o  it is for others to do: 403
    x  not as things stand, in words: 400, 409, 412, 422, or led away with an error
    =  led away, and nothing is changed
"""

from __future__ import annotations

TABLE = """
GET api                                     ..........
GET api-bots                                ..........
GET api-guide                               ..........
GET problem-codes                           ..........
GET problem-code                            ..........
POST theme                                  ==========
GET offline                                 ..........
GET worker                                  ..........
GET manifest                                ..........
GET dev-mail                                ----------
GET dev-mail-open                           ----------
GET dev-mail-one                            ----------
GET dev-mail-page                           ----------
GET dev-mail-image                          ----------
POST dev-mail-answer                        ----------
GET /healthz                                ..........
GET /readyz                                 ..........
GET /metrics                                ----------
GET accounts:sign-in                        ..........
POST accounts:sign-in                       .========.
GET accounts:sign-in-sent                   ..........
GET accounts:sign-in-finish                 ----------
POST accounts:sign-in-finish                ----------
POST accounts:sign-in-fresh                 -........-
GET accounts:sign-in-link                   ..........
GET accounts:sign-out                       ..........
POST accounts:sign-out                      =........=
GET accounts:me                             ?........?
POST accounts:me                            ?........?
GET accounts:end-everything                 ?........?
POST accounts:end-everything                ?........?
GET accounts:end-sessions                   ?........?
POST accounts:end-sessions                  ?=..=====?
GET accounts:data                           ?........?
GET accounts:data-everything                ?........?
GET accounts:data-archive                   ?........?
GET accounts:close                          ?........?
POST accounts:close                         ?........?
GET accounts:take-back-block                ?........?
POST accounts:take-back-block               ?=..=====?
GET accounts:restrictions                   ?........?
POST accounts:restrictions                  ?xxxxxxxx?
GET accounts:tokens                         ?........?
POST accounts:tokens                        ?........?
GET accounts:apps                           ?........?
POST accounts:apps                          ?........?
GET accounts:end-app                        ?........?
POST accounts:end-app                       ?........?
GET accounts:remove-app                     ?........?
POST accounts:remove-app                    ?=..=====?
GET oauth2_provider:authorize               ?xxxxxxxx?
POST oauth2_provider:authorize              ?xxxxxxxx?
POST oauth2_provider:token                  xxxxxxxxxx
POST oauth2_provider:revoke-token           xxxxxxxxxx
GET oauth2_provider:oauth-server-metadata   ..........
GET accounts:revoke-token                   ?........?
POST accounts:revoke-token                  ?=..=====?
GET games:my-clubs                          ?------.-?
GET clubs:clubs                             ..........
GET clubs:new                               ?........?
POST clubs:new                              ?........?
GET clubs:club                              ..........
GET clubs:games                             ..........
GET clubs:members                           ..........
GET clubs:member                            ?------.-?
POST clubs:member                           ?-=====.-?
GET clubs:announcements                     ?-......-?
GET clubs:calendar                          ..........
GET clubs:announce                          ?------.-?
POST clubs:announce                         ?-=====.-?
GET clubs:announcement                      ?-......-?
GET clubs:news                              ..........
POST clubs:news                             ..........
GET clubs:join                              ..........
POST clubs:join                             ?.======.?
GET clubs:link                              ..........
GET clubs:invitation                        xx......xx
GET clubs:invite                            ?------.-?
POST clubs:invite                           ?-=====.-?
GET clubs:stand-in                          ?-......-?
POST clubs:stand-in                         ?-......-?
GET clubs:leave                             ?........?
POST clubs:leave                            ?......x.?
GET clubs:settings                          ?------.-?
POST clubs:settings                         ?-=====.-?
POST clubs:renew-link                       ?-=====.-?
GET clubs:requests                          ?------.-?
POST clubs:decide                           ?-=====.-?
POST clubs:allow-back                       ?-=====.-?
GET clubs:dissolve                          ?------.-?
POST clubs:dissolve                         ?------.-?
GET clubs:webhooks                          ?------.-?
GET clubs:new-webhook                       ?------.-?
POST clubs:new-webhook                      ?-=====.-?
GET clubs:webhook                           ?------.-?
POST clubs:webhook-trial                    ?-=====.-?
POST clubs:webhook-secret                   ?-=====.-?
POST clubs:webhook-on                       ?-=====.-?
POST clubs:webhook-delete                   ?-=====.-?
POST clubs:webhook-redeliver                ?-=====.-?
POST games:play                             ..........
POST games:forget-guest                     ==========
GET games:home                              ..........
GET games:film                              ..........
GET games:mine                              ?........?
GET games:levels                            ..........
GET games:bots                              ..........
GET games:new                               ?........?
POST games:new                              ?........?
GET games:open                              ..........
GET games:next                              ?........?
GET games:game                              --...-----
POST games:game                             --..x-----
POST games:undo                             --==.-----
POST games:take-back                        --==.-----
GET games:answer                            --...-----
GET games:resign                            --...-----
POST games:resign                           --...-----
GET arbitration:overview                    ?-----..-?
POST arbitration:late                       ?-----..-?
GET arbitration:reports                     ?-----..-?
POST arbitration:reports                    ?--------?
GET arbitration:game                        ?-----..-?
GET arbitration:decide                      ?-----..-?
POST arbitration:decide                     ?-----..-?
GET arbitration:stand-ins                   ?-----..-?
POST arbitration:stand-ins                  ?-----..-?
GET arbitration:question                    ?-----.--?
POST arbitration:question                   ?-----.--?
POST arbitration:read                       ?-----..-?
GET arbitration:opened                      ?-----.--?
GET games:ask                               --...-----
POST games:ask                              --==.-----
GET games:claim                             --...-----
POST games:claim                            --..=-----
POST games:more-time                        --..=-----
GET games:pause                             --...-----
POST games:pause                            --...-----
GET games:rematch                           --...-----
POST games:rematch                          --...-----
POST games:ask-again                        --..=-----
POST games:leave-lessons                    --...-----
GET games:lessons                           ..........
POST games:begin-lesson                     ..........
POST games:fork                             --xxx-----
POST games:presence                         --...-----
POST games:hot-seat                         --===-----
POST games:messages                         --...-----
POST games:diary                            --...-----
GET games:small-board                       --...-----
GET games:picture                           ..........
GET games:orders                            --...-----
GET games:cancel-orders                     --...-----
POST games:cancel-orders                    --..=-----
GET games:game-orders                       --...-----
POST games:game-orders                      --..x-----
GET games:away                              ?........?
POST games:away                             ?........?
POST games:here                             ?........?
GET games:calendar-address                  ?........?
POST games:calendar-address                 ?........?
GET games:calendar                          ..........
GET games:usual-orders                      ?........?
POST games:usual-orders                     ?........?
GET games:battle-orders                     --...-----
POST games:battle-orders                    --===-----
GET games:war-report                        ..........
GET games:war-report-markdown               ..........
GET games:analysis                          ..........
POST games:analysis                         ?........?
GET games:history                           --...-----
GET games:moment                            --...-----
GET games:record                            --...-----
GET games:verify                            --...-----
POST games:verify                           --...-----
GET games:invitation                        ?-..-----?
POST games:invitation                       ?-..-----?
GET games:check-in                          --...-----
POST games:check-in                         --..=-----
GET games:join                              ?........?
POST games:join                             ?........?
GET games:call-off                          ?-..-----?
POST games:call-off                         ?-..-----?
POST games:revoke-links                     --...-----
GET games:turn-link                         ..........
GET games:answer-link                       ..........
GET games:pause-link                        ..........
GET games:rematch-link                      ..........
GET games:invitation-link                   ..........
GET games:link-unknown                      ----------
GET games:link-expired                      ----------
POST games:link-expired                     ----------
GET games:link-sent                         ..........
GET games:ratings                           ..........
GET games:player                            ..........
GET games:report                            ?.--.....?
POST games:report                           ?.--.....?
GET games:moderation                        ?--------?
POST games:moderation                       ?--------?
GET games:block                             ?.--.....?
POST games:block                            ?.--.....?
GET games:archive                           ..........
GET games:statistics                        ..........
GET games:edition-statistics                ..........
GET games:edition-statistics-csv            ..........
GET games:edition                           ..........
GET games:aid                               ..........
GET games:campaign                          ..........
GET games:example                           ..........
GET games:rules                             ..........
GET games:privacy                           ..........
GET games-api:me                            ?........?
PATCH games-api:me                          ?.r......?
GET games-api:my-data                       ?.r......?
GET games-api:my-stream                     ?.r......?
GET games-api:games                         ?.r......?
POST games-api:games                        ?.r......?
POST games-api:offers                       ?.r......?
GET games-api:next                          ?.r......?
GET games-api:game                          ?-r..----?
POST games-api:check-in                     ?-r..----?
POST games-api:join                         ?.r......?
POST games-api:decline                      ?-r.-----?
POST games-api:rematch                      ?or..oooo?
POST games-api:call-off                     ?xr.xxxxx?
GET games-api:view                          ?-r..----?
GET games-api:board                         ?-r..----?
GET games-api:options                       ?-r..----?
GET games-api:analysis                      ..r......?
POST games-api:analysis                     ?.r......?
GET games-api:history                       ?-r..----?
GET games-api:stream                        ?-r..----?
GET games-api:moment                        ?-r..----?
POST games-api:moment                       ?-rxx----?
GET games-api:record                        ?-r..----?
POST games-api:actions                      ?-r.x----?
POST games-api:preview                      ?-r.x----?
POST games-api:undo                         ?-rx.----?
POST games-api:take-back                    ?-rx.----?
POST games-api:resign                       ?-r..----?
GET games-api:archive                       ..r......?
GET games-api:public-stream                 ..r......?
GET games-api:archive-stream                ..r......?
GET games-api:archive-records               ..r......?
GET games-api:statistics                    ..r......?
GET games-api:edition-statistics            ..r......?
GET games-api:bots                          ..r......?
GET games-api:ratings                       ..r......?
GET games-api:player                        ..r......?
POST games-api:player-report                ?.rx.....?
GET games-api:restrictions                  ?.r......?
PUT games-api:restriction                   ?xrxxxxxx?
PUT games-api:player-block                  ?.r-.....?
DELETE games-api:player-block               ?.r-.....?
GET games-api:player-ratings                ..r......?
GET games-api:player-ratings-file           ..r......?
GET games-api:clubs                         ..r......?
GET games-api:club                          ..r......?
POST games-api:clubs                        ?.r......?
PATCH games-api:club                        ?oroooo.o?
GET games-api:club-stream                   ..r......?
GET games-api:club-members                  ..r......?
PATCH games-api:club-member                 ?oroooo.o?
DELETE games-api:club-member                ?oroooo.o?
GET games-api:club-announcements            ?-r.....-?
POST games-api:club-announcements           ?oroooo.o?
GET games-api:club-announcement             ?-r.....-?
POST games-api:club-join                    ?.r......?
POST games-api:club-invitations             ?oroooo.o?
POST games-api:club-leave                   ?.r....x.?
GET games-api:club-requests                 ?oroooo.o?
POST games-api:club-request                 ?oroooo.o?
POST games-api:club-dissolve                ?oroooo.o?
GET games-api:club-webhooks                 ?oroooo.o?
POST games-api:club-webhooks                ?oroooo.o?
GET games-api:club-webhook                  ?oroooo.o?
DELETE games-api:club-webhook               ?oroooo.o?
GET games-api:club-deliveries               ?oroooo.o?
POST games-api:club-redeliver               ?oroooo.o?
GET games-api:club-ladders                  ..r......?
POST games-api:club-ladders                 ?oroooo.o?
GET games-api:ladder                        ..r......?
PATCH games-api:ladder                      ?oroooo.o?
GET games-api:ladder-stream                 ..r......?
POST games-api:ladder-close                 ?oroooo.o?
PUT games-api:ladder-entry                  ?xr.....x?
DELETE games-api:ladder-entry               ?.r......?
GET games-api:ladder-ranking                ..r......?
GET games-api:ladder-challenges             ..r......?
POST games-api:ladder-challenges            ?xr.xxxxx?
GET games-api:challenges                     ?.r......?
POST games-api:challenge-accept             ?oro.oooo?
POST games-api:challenge-decline            ?oro.oooo?
POST games-api:challenge-withdraw           ?or.ooooo?
GET games-api:ladder-matches                ..r......?
GET games-api:seasons                       ..r......?
GET games-api:season-standings              ..r......?
GET games-api:season-crosstable             ..r......?
POST games-api:claim                        ?-r.x----?
POST games-api:more-time                    ?-r..----?
POST games-api:pause                        ?-r..----?
POST games-api:ask-again                    ?-r.x----?
GET games-api:diary                         ?-r..----?
POST games-api:diary                        ?-r..----?
PUT games-api:diary                         ?-rxx----?
GET games-api:report                        ..r......?
GET games-api:messages                      ?-r..----?
POST games-api:messages                     ?-r..----?
PUT games-api:messages                      ?-r..----?
PUT games-api:message                       ?-r.-----?
GET games-api:presence                      ?-r..----?
PUT games-api:presence                      ?-r..----?
GET games-api:orders                         ?-r..----?
PUT games-api:orders                         ?-r..----?
DELETE games-api:orders                      ?-r..----?
POST games-api:orders-outlook                ?-r..----?
GET games-api:away                          ?.r......?
POST games-api:away                         ?.r......?
PATCH games-api:away                        ?.r......?
GET games-api:mail                          ?.r......?
PATCH games-api:mail                        ?.r......?
POST games-api:come-back                    ?.r......?
GET games-api:usual-orders                   ?.r......?
PUT games-api:usual-orders                   ?.r......?
GET games-api:decisions                     ?-r..----?
POST games-api:ask                          ?-r..----?
GET games-api:biddings                      ?.r......?
GET games-api:bidding                       ?-r..----?
PUT games-api:bidding                       ?-r..----?
GET games-api:devices                       ?.r......?
POST games-api:devices                      ?.r......?
DELETE games-api:device                     ?-r.-----?
GET games-api:webhooks                      ?.r......?
POST games-api:webhooks                     ?.r......?
GET games-api:webhook                       ?-r.-----?
DELETE games-api:webhook                    ?-r.-----?
GET games-api:deliveries                    ?-r.-----?
POST games-api:redeliver                    ?-r.-----?
GET games-api:computers                     .........?
GET games-api:editions                      .........?
GET games-api:edition                       .........?
GET games-api:edition-drawings              .........?
GET games-api:rules                         .........?
GET games-api:rule                          .........?
GET games-api:schema                        .........?
GET games-api:openapi                       .........?
GET ladders:new                             ?------.-?
POST ladders:new                            ?-=====.-?
GET ladders:ladder                          ..........
POST ladders:take-part                      ?x......x?
POST ladders:leave                          ?........?
GET ladders:settings                        ?------.-?
POST ladders:settings                       ?------.-?
GET ladders:close                           ?------.-?
POST ladders:close                          ?------.-?
POST ladders:make-challenge                 ?x..xxxxx?
GET ladders:challenge                       ?-...----?
POST ladders:challenge                      ?---.----?
GET ladders:embed                           ..........
GET ladders:picture                         ..........
GET ladders:csv                             ..........
GET ladders:json                            ..........
GET ladders:crosstable-csv                  ..........
GET ladders:bidding                         ?-...----?
POST ladders:bidding                        ?-...----?
GET ladders:bidding-link                    ..........
GET notifications:mail                      ?........?
POST notifications:mail                     ?........?
POST notifications:trial                    ?........?
POST notifications:works-again              ?........?
POST notifications:add-device               ?........?
POST notifications:end-device               ?=..=====?
POST notifications:try-device               ?-..-----?
POST notifications:renew-device             ..........
GET notifications:webhooks                  ?........?
GET notifications:new-webhook               ?........?
POST notifications:new-webhook              ?........?
GET notifications:webhook                   ?-..-----?
POST notifications:webhook-trial            ?-..-----?
POST notifications:webhook-secret           ?-..-----?
POST notifications:webhook-on               ?-..-----?
POST notifications:webhook-delete           ?-..-----?
POST notifications:webhook-redeliver        ?-..-----?
GET notifications:stop                      ..........
POST notifications:stop                     ..........
"""
"""By method and route, a letter for each of ``world.ROLES``, in their order."""

NOBODY_SUCCEEDS = {
    "GET /metrics": "only with a token of the installation: tests/sekigahara/test_metrics.py",
    **dict.fromkeys(
        (
            "GET dev-mail",
            "GET dev-mail-open",
            "GET dev-mail-one",
            "GET dev-mail-page",
            "GET dev-mail-image",
            "POST dev-mail-answer",
        ),
        "only while the service is developed: tests/sekigahara/test_mail_box.py",
    ),
    **dict.fromkeys(
        ("GET accounts:sign-in-finish", "POST accounts:sign-in-finish"),
        "a browser that a mailed link was opened in: tests/accounts/test_sign_in.py",
    ),
    **dict.fromkeys(
        ("GET games:link-expired", "POST games:link-expired"),
        "a browser that an old link was opened in: tests/web/test_turn_links.py",
    ),
    **dict.fromkeys(
        ("GET games:moderation", "POST games:moderation", "POST arbitration:reports"),
        "a moderator, and a report that waits: tests/web/test_moderation.py",
    ),
    **dict.fromkeys(
        ("POST accounts:restrictions", "PUT games-api:restriction"),
        "somebody who is restricted: tests/accounts/test_restrictions.py, tests/api/test_moderation.py",
    ),
    **dict.fromkeys(
        (
            "GET oauth2_provider:authorize",
            "POST oauth2_provider:authorize",
            "POST oauth2_provider:token",
            "POST oauth2_provider:revoke-token",
        ),
        "a program that is registered, with a sound request: tests/accounts/test_oauth.py",
    ),
    "POST games:forget-guest": "a browser that plays as a guest: tests/web/test_play_now.py",
    "POST games:hot-seat": "whoever plays both sides: tests/web/test_both_sides.py",
    "POST games:fork": "whoever may see a game that is over: tests/web/test_forks.py",
    "PUT games-api:diary": "the players of a game that is over: tests/web/test_war_report.py",
    "POST games-api:moment": "whoever may see a game that is over: tests/api/test_moments.py",
    "POST games:battle-orders": "a player where a battle is to be fought: tests/web/orders/test_battle.py",
    "POST theme": "it keeps nothing but a cookie: tests/sekigahara/test_theme.py",
    "GET games:link-unknown": "the page of what is not there: tests/web/test_turn_links.py",
}
"""Rows in which no role gets anything, and who would."""
