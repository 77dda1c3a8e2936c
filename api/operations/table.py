"""The table of operations: a row says all of an operation that is no work of its own.

What is read in pages, as a stream or as a file has fronts that are written by hand (`does=None`): its row says who may,
and what it costs.
"""

from __future__ import annotations

from api.operations import (
    analyses,
    audits,
    campaigning,
    hosting,
    odds,
    orders,
    origins,
    pictures,
    previews,
    seating,
    shelf_saving,
    shelving,
    trying,
    webhooks,
)
from api.operations.operation import (
    EVERYBODY,
    GM,
    HOSTS,
    OPERATOR,
    OWNERS,
    PLAYING,
    READERS,
    RULING,
    SEATED,
    TAKING_PART,
    WITH_TOKEN,
    WRITE_ERRORS,
    Operation,
    Parameter,
    RestForm,
)
from api.operations.session import Session
from schemas import campaigns, requests, shelf
from schemas.origins import OriginBody
from schemas.webhooks import SendAgainBody, WebhookBody

FIGHT = "/v1/encounters/{id}"
_SEAT = f"{FIGHT}/seats/{{seat}}"
_CONTROL = f"{FIGHT}/combatants/{{combatant}}/seat"
_WEBHOOK = f"{FIGHT}/webhooks/{{webhook}}"
_SHELF_ITEM = "/v1/shelf/{kind}/{key}"

ORIGIN = Parameter(
    "origin", "query", "The site, as it was allowed.", limits={"minLength": 1, "maxLength": 200}, required=True
)
AFTER = Parameter("after", "query", "The previous page's `after`; absent: the first page.", limits={"maxLength": 200})
IF_ITEM = Parameter("If-Match", "header", "The ETag you last saw: refuse if the item has changed.")
IF_NO_ITEM = Parameter("If-None-Match", "header", "`*`: refuse if there is such an item.")


async def _has_shelves(session: Session, encounter: str | None) -> None:
    await session.host()


# -- fights
_FIGHTS = (
    Operation(
        name="createEncounter",
        root="Mutation",
        who=HOSTS,
        does=orders.create,
        cost=1000,
        rest=(
            RestForm(
                method="POST",
                path="/v1/encounters",
                name="create",
                body=requests.CreateEncounterRequest,
                status=201,
            ),
        ),
    ),
    Operation(
        name="copyEncounter",
        root="Mutation",
        who=OWNERS,
        does=hosting.copy,
        cost=1000,
        result="CreateEncounterResult",
        rest=(RestForm(method="POST", path=f"{FIGHT}/copy", name="copy", body=requests.CopyEncounterBody, status=201),),
    ),
    Operation(
        name="fork",
        root="Mutation",
        who=GM,
        does=orders.fork,
        cost=5000,
        flat=True,
        result="CreateEncounterResult",
        rest=(RestForm(method="POST", path=f"{FIGHT}/fork", body=requests.ForkBody, status=201, cost=0),),
    ),
    Operation(
        name="tryFight",
        root="Mutation",
        who=EVERYBODY,
        does=trying.try_fight,
        cost=1000,
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path="/v1/try",
                body=requests.TryFightRequest,
                status=201,
                errors=(400, 403, 404, 422, 500, 503),
            ),
        ),
    ),
    Operation(
        name="archiveEncounter",
        root="Mutation",
        who=OWNERS,
        does=hosting.archive,
        flat=True,
        rest=(RestForm(method="PUT", path=f"{FIGHT}/archived", name="archive", body=requests.ArchiveBody),),
    ),
    Operation(
        name="publishEncounter",
        root="Mutation",
        who=RULING,
        does=hosting.publish,
        flat=True,
        rest=(RestForm(method="PUT", path=f"{FIGHT}/published", name="publish", body=requests.PublishBody),),
    ),
    Operation(
        name="audit",
        root="Query",
        who=READERS,
        does=audits.audit,
        cost=5000,
        flat=True,
        rest=(RestForm(method="GET", path=f"{FIGHT}/audit", cost=0),),
    ),
    Operation(
        name="analysis",
        root="Query",
        who=READERS,
        does=analyses.analysis,
        cost=5000,
        flat=True,
        rest=(RestForm(method="GET", path=f"{FIGHT}/analysis", cost=0),),
    ),
    Operation(
        name="curve",
        root="Query",
        who=READERS,
        does=analyses.curve,
        cost=1000,
        flat=True,
        result="CurveResult",
    ),
)

# -- campaigns: their streams are addressed as fights are
_FIGHTS_OF = f"{FIGHT}/fights"
_CAMPAIGNS = (
    Operation(
        name="createCampaign",
        root="Mutation",
        who=HOSTS,
        does=campaigning.create_campaign,
        cost=1000,
        result="CreateEncounterResult",
        rest=(RestForm(method="POST", path="/v1/campaigns", body=campaigns.CreateCampaignRequest, status=201),),
    ),
    Operation(
        name="campaigns",
        root="Query",
        who=HOSTS,
        does=campaigning.campaigns,
        flat=True,
        rest=(RestForm(method="GET", path="/v1/campaigns", name="listCampaigns", parameters=(AFTER,)),),
    ),
    Operation(
        name="campaignFights",
        root="Query",
        who=READERS,
        does=campaigning.campaign_fights,
        cost=200,
        flat=True,
        result="CampaignFightsResult",
        rest=(
            RestForm(
                method="GET",
                path=_FIGHTS_OF,
                parameters=(AFTER,),
                errors=(400, 401, 403, 404, 422, 500, 503),
            ),
        ),
    ),
    Operation(
        name="beginFight",
        root="Mutation",
        who=GM,
        does=campaigning.begin_fight,
        cost=1000,
        result="CreateEncounterResult",
        rest=(RestForm(method="POST", path=_FIGHTS_OF, body=campaigns.BeginFightBody, status=201),),
    ),
    Operation(
        name="settlement",
        root="Query",
        who=RULING,
        does=campaigning.settlement,
        cost=1000,
        flat=True,
        result="SettlementResult",
        rest=(
            RestForm(
                method="GET",
                path=f"{_FIGHTS_OF}/{{fight}}/settlement",
                errors=(400, 401, 403, 404, 422, 500, 503),
                no_store=True,
            ),
        ),
    ),
    Operation(
        name="settleFight",
        root="Mutation",
        who=GM,
        does=campaigning.settle_fight,
        cost=1000,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{_FIGHTS_OF}/{{fight}}/settlement", body=campaigns.SettleFightBody),),
    ),
    Operation(
        name="replaceFight",
        root="Mutation",
        who=GM,
        does=campaigning.replace_fight,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{_FIGHTS_OF}/{{fight}}/replacement", body=campaigns.ReplaceFightBody),),
    ),
    Operation(
        name="recognisedFight",
        root="Query",
        who=RULING,
        does=campaigning.recognised_fight,
        cost=1000,
        result="RecognisedFightResult",
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path=f"{_FIGHTS_OF}/{{fight}}/recognition",
                body=campaigns.RecogniseFightBody,
            ),
        ),
    ),
    Operation(
        name="takeInFight",
        root="Mutation",
        who=GM,
        does=campaigning.take_in_fight,
        cost=1000,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{_FIGHTS_OF}/{{fight}}/taken", body=campaigns.TakeInFightBody),),
    ),
    Operation(
        name="releaseFight",
        root="Mutation",
        who=GM,
        does=campaigning.release_fight,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{_FIGHTS_OF}/{{fight}}/release", body=campaigns.ReleaseFightBody),),
    ),
)

# -- play
_PLAY = (
    Operation(
        name="submit",
        root="Mutation",
        who=GM,
        does=orders.submit,
        reads=orders.wrapped,
        rest=(RestForm(method="POST", path=f"{FIGHT}/commands", body=requests.CommandBody),),
    ),
    Operation(
        name="answer",
        root="Mutation",
        who=SEATED,
        does=orders.answer,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{FIGHT}/decisions/{{decision}}", body=requests.AnswerBody),),
    ),
    Operation(
        name="preview",
        root="Query",
        who=GM,
        does=previews.preview,
        cost=200,
        result="PreviewResult",
        rest=(RestForm(no_store=True, method="POST", path=f"{FIGHT}/previews", body=requests.PreviewBody),),
    ),
    Operation(
        name="odds",
        root="Query",
        who=READERS,
        does=odds.odds,
        cost=1000,
        result="OddsResult",
    ),
    Operation(
        name="compare",
        root="Query",
        who=READERS,
        does=odds.compare,
        cost=1000,
        result="CompareResult",
    ),
    Operation(
        name="setupOdds",
        root="Query",
        who=HOSTS,
        does=odds.setup_odds,
        cost=1000,
        result="OddsResult",
    ),
    Operation(
        name="setupProposals",
        root="Query",
        who=HOSTS,
        does=odds.setup_proposals,
        cost=2000,
        result="SetupProposalsResult",
    ),
    Operation(
        name="prefer",
        root="Mutation",
        who=SEATED,
        does=orders.prefer,
        rest=(RestForm(method="PUT", path=f"{FIGHT}/preferences", body=requests.PreferBody),),
    ),
    Operation(
        name="setBot",
        root="Mutation",
        who=TAKING_PART,
        does=orders.set_bot,
        result="SubmitResult",
        rest=(RestForm(method="PUT", path=f"{_SEAT}/bot", body=requests.SetBotBody),),
    ),
    Operation(
        name="addEntropy",
        root="Mutation",
        who=PLAYING,
        does=orders.add_entropy,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{FIGHT}/entropy", body=requests.AddEntropyBody),),
    ),
)

# -- the table: seats, who controls whom, invitations, tokens
_TABLE = (
    Operation(
        name="addSeat",
        root="Mutation",
        who=RULING,
        does=seating.add,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=f"{FIGHT}/seats", body=requests.AddSeatBody),),
    ),
    Operation(
        name="renameSeat",
        root="Mutation",
        who=TAKING_PART,
        does=seating.rename,
        result="SubmitResult",
        rest=(RestForm(method="PUT", path=_SEAT, body=requests.RenameSeatBody),),
    ),
    Operation(
        name="removeSeat",
        root="Mutation",
        who=RULING,
        does=seating.remove,
        result="SubmitResult",
        rest=(RestForm(method="DELETE", path=_SEAT),),
    ),
    Operation(
        name="handOver",
        root="Mutation",
        who=TAKING_PART,
        does=seating.hand_over,
        result="SubmitResult",
        rest=(RestForm(method="PUT", path=_CONTROL, body=requests.HandOverBody),),
    ),
    Operation(
        name="answerHandover",
        root="Mutation",
        who=SEATED,
        does=seating.answer_handover,
        result="SubmitResult",
        rest=(RestForm(method="POST", path=_CONTROL, body=requests.AnswerHandoverBody),),
    ),
    Operation(
        name="recall",
        root="Mutation",
        who=READERS,
        does=seating.recall,
        result="SubmitResult",
        rest=(RestForm(method="DELETE", path=_CONTROL),),
    ),
    Operation(
        name="invite",
        root="Mutation",
        who=RULING,
        does=seating.invite,
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path=f"{FIGHT}/invitations",
                body=requests.InviteBody,
                inside="invitation",
                status=201,
            ),
        ),
    ),
    Operation(
        name="invitations",
        root="Query",
        who=RULING,
        does=seating.invitations,
        flat=True,
        rest=(RestForm(no_store=True, method="GET", path=f"{FIGHT}/invitations"),),
    ),
    Operation(
        name="withdrawInvitation",
        root="Mutation",
        who=RULING,
        does=seating.withdraw,
        result="SubmitResult",
        rest=(RestForm(method="DELETE", path=f"{FIGHT}/invitations/{{invitation}}"),),
    ),
    Operation(
        name="join",
        root="Mutation",
        who=EVERYBODY,
        does=seating.join,
        flat=True,
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path="/v1/join",
                body=requests.JoinRequest,
                status=201,
                errors=(400, 404, 422, 500, 503),
            ),
        ),
    ),
    Operation(
        name="viewer",
        root="Query",
        who=WITH_TOKEN,
        does=Session.viewer,
        rest=(RestForm(method="GET", path="/v1/viewer", errors=(401, 500, 503)),),
    ),
    Operation(
        name="issueToken",
        root="Mutation",
        who=RULING,
        does=seating.issue_token,
        input="IssueTokenInput",
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path=f"{FIGHT}/tokens",
                name="issue",
                body=requests.TokenBody,
                inside="token",
                status=201,
            ),
        ),
    ),
    Operation(
        name="revokeToken",
        root="Mutation",
        who=RULING,
        does=seating.revoke_token,
        flat=True,
        rest=(RestForm(method="DELETE", path=f"{FIGHT}/tokens/{{seat}}", name="revoke"),),
    ),
)

# -- hosts and their shelves
_HOSTING = (
    Operation(
        name="issueHostToken",
        root="Mutation",
        who=OPERATOR,  # for anybody; a host for himself, and nobody where anybody may host
        does=hosting.issue,
        input="IssueHostTokenInput",
        rest=(
            RestForm(
                no_store=True,
                method="POST",
                path="/v1/hosts",
                body=requests.HostTokenRequest,
                inside="token",
                status=201,
            ),
        ),
    ),
    Operation(
        name="revokeHostTokens",
        root="Mutation",
        who=OPERATOR,
        does=hosting.revoke,
        flat=True,
        rest=(RestForm(method="DELETE", path="/v1/hosts/{host}/tokens", errors=WRITE_ERRORS),),
    ),
    Operation(
        name="putShelfItem",
        root="Mutation",
        who=HOSTS,
        does=shelving.put,
        may=_has_shelves,
        cost=1000,
        rest=(
            RestForm(
                method="PUT",
                path=_SHELF_ITEM,
                body=shelf.ShelfItemBody,
                inside="item",
                parameters=(IF_ITEM, IF_NO_ITEM),
                description=(
                    "Put an item on a shelf, in place of what was there. Hosts and the operator.\n\n"
                    "If-Match: refuse if the item has changed; If-None-Match with `*`: refuse if there is one. The "
                    "same item put again\nchanges nothing."
                ),
            ),
        ),
    ),
    Operation(
        name="saveToShelf",
        root="Mutation",
        who=OWNERS,
        does=shelf_saving.save,
        cost=1000,
        rest=(RestForm(method="POST", path=f"{FIGHT}/shelf", body=shelf.SaveToShelfBody, inside="item"),),
    ),
    Operation(
        name="removeShelfItem",
        root="Mutation",
        who=HOSTS,
        does=shelving.remove,
        may=_has_shelves,
        rest=(
            RestForm(
                method="DELETE",
                path=_SHELF_ITEM,
                parameters=(IF_ITEM,),
                description="Remove an item from a shelf. If-Match: refuse if it has changed. Hosts and the operator.",
            ),
        ),
    ),
    Operation(
        name="importShelf",
        root="Mutation",
        who=HOSTS,
        does=shelving.take_in,
        cost=2000,
        conflicts=True,
    ),
)

# -- what is kept for a fight or a host: pictures, webhooks, sites
_KEPT = (
    Operation(
        name="pictures",
        root="Query",
        who=RULING,
        does=pictures.listed,
        cost=100,
        flat=True,
        rest=(
            RestForm(
                method="GET",
                path=f"{FIGHT}/pictures",
                name="listPictures",
                description="All pictures that are kept for a fight, by id. The GM, its host and the operator.",
            ),
            RestForm(
                method="GET",
                path="/v1/pictures",
                name="listOwnPictures",
                who=HOSTS,
                errors=(400, 401, 403, 500, 503),
                description="All pictures that you keep for your next fights, by id. Hosts and the operator.",
            ),
        ),
    ),
    Operation(
        name="removePicture",
        root="Mutation",
        who=RULING,
        does=pictures.remove,
        flat=True,
        rest=(
            RestForm(
                method="DELETE",
                path=f"{FIGHT}/pictures/{{picture}}",
                errors=(400, 401, 403, 404, 500, 503),
                description="Keep a picture of a fight no longer. The GM, its host and the operator.",
            ),
            RestForm(
                method="DELETE",
                path="/v1/pictures/{picture}",
                name="removeOwnPicture",
                who=HOSTS,
                errors=(400, 401, 403, 500, 503),
                description=(
                    "Keep a picture for your next fights no longer; fights that have it keep it. Hosts and the "
                    "operator."
                ),
            ),
        ),
    ),
    Operation(
        name="createWebhook",
        root="Mutation",
        who=TAKING_PART,
        does=webhooks.create,
        cost=1000,
        rest=(RestForm(no_store=True, method="POST", path=f"{FIGHT}/webhooks", body=WebhookBody, status=201),),
    ),
    Operation(
        name="webhooks",
        root="Query",
        who=TAKING_PART,
        does=webhooks.listed,
        cost=100,
        flat=True,
        rest=(RestForm(method="GET", path=f"{FIGHT}/webhooks", name="listWebhooks"),),
    ),
    Operation(
        name="removeWebhook",
        root="Mutation",
        who=TAKING_PART,
        does=webhooks.remove,
        flat=True,
        rest=(RestForm(method="DELETE", path=_WEBHOOK),),
    ),
    Operation(
        name="testWebhook",
        root="Mutation",
        who=TAKING_PART,
        does=webhooks.test,
        cost=1000,
        flat=True,
        result="SendWebhookResult",
        rest=(RestForm(method="POST", path=f"{_WEBHOOK}/test", status=202),),
    ),
    Operation(
        name="webhookLetters",
        root="Query",
        who=TAKING_PART,
        does=webhooks.letters,
        cost=200,
        flat=True,
        rest=(
            RestForm(
                method="GET",
                path=f"{_WEBHOOK}/letters",
                name="listWebhookLetters",
                errors=(400, 401, 403, 404, 422, 500, 503),
            ),
        ),
    ),
    Operation(
        name="sendWebhookAgain",
        root="Mutation",
        who=TAKING_PART,
        does=webhooks.send_again,
        cost=1000,
        flat=True,
        result="SendWebhookResult",
        rest=(RestForm(method="POST", path=f"{_WEBHOOK}/letters", body=SendAgainBody, status=202),),
    ),
    Operation(
        name="origins",
        root="Query",
        who=RULING,
        does=origins.listed,
        cost=100,
        flat=True,
        rest=(
            RestForm(
                method="GET",
                path=f"{FIGHT}/origins",
                name="listOrigins",
                description="The sites from which browsers may call for this fight. The GM, its host and the operator.",
            ),
            RestForm(
                method="GET",
                path="/v1/origins",
                name="listHostOrigins",
                who=HOSTS,
                errors=(400, 401, 403, 500, 503),
                description="The sites from which browsers may call for all your fights. Hosts and the operator.",
            ),
        ),
    ),
    Operation(
        name="allowOrigin",
        root="Mutation",
        who=RULING,
        does=origins.allow,
        rest=(
            RestForm(
                method="POST",
                path=f"{FIGHT}/origins",
                body=OriginBody,
                description="Let browsers call from a site for this fight. The GM, its host and the operator.",
            ),
            RestForm(
                method="POST",
                path="/v1/origins",
                name="allowHostOrigin",
                who=HOSTS,
                body=OriginBody,
                errors=(400, 401, 403, 422, 500, 503),
                description="Let browsers call from a site for all your fights. Hosts and the operator.",
            ),
        ),
    ),
    Operation(
        name="disallowOrigin",
        root="Mutation",
        who=RULING,
        does=origins.disallow,
        may=origins.whose,
        rest=(
            RestForm(
                method="DELETE",
                path=f"{FIGHT}/origins",
                parameters=(ORIGIN,),
                description=(
                    "Let browsers call from a site for this fight no longer. The GM, its host and the operator."
                ),
            ),
            RestForm(
                method="DELETE",
                path="/v1/origins",
                name="disallowHostOrigin",
                who=HOSTS,
                parameters=(ORIGIN,),
                description="Let browsers call from a site for all your fights no longer. Hosts and the operator.",
            ),
        ),
    ),
)

# -- fronts that are written by hand
_BY_HAND = (
    Operation(name="systems", root="Query", who=EVERYBODY, cost=1000),
    Operation(name="system", root="Query", who=EVERYBODY, cost=200),
    Operation(name="signingKeys", root="Query", who=EVERYBODY),
    Operation(name="encounter", root="Query", who=READERS, cost=100),
    Operation(name="node", root="Query", who=READERS, cost=100),
    Operation(name="encounters", root="Query", who=HOSTS, cost=100),
    Operation(name="hosts", root="Query", who=OPERATOR, cost=100),
    Operation(name="presence", root="Query", who=READERS, cost=100),
    Operation(name="checkEncounter", root="Query", who=HOSTS, cost=1000),
    Operation(name="shelf", root="Query", who=HOSTS, cost=500),
    Operation(name="shelfItem", root="Query", who=HOSTS, cost=200),
    Operation(name="shelfFile", root="Query", who=HOSTS, cost=2000),
    Operation(name="events", root="Subscription", who=READERS),
    Operation(name="encounter", root="Subscription", who=READERS),
    Operation(name="changes", root="Subscription", who=READERS),
    Operation(name="presence", root="Subscription", who=READERS),
    Operation(name="odds", root="Subscription", who=READERS, cost=1000),
    Operation(name="compare", root="Subscription", who=READERS, cost=1000),
    Operation(name="setupOdds", root="Subscription", who=HOSTS, cost=1000),
    Operation(name="setupProposals", root="Subscription", who=HOSTS, cost=2000),
    Operation(name="curve", root="Subscription", who=READERS, cost=1000),
)

OPERATIONS = (*_FIGHTS, *_CAMPAIGNS, *_PLAY, *_TABLE, *_HOSTING, *_KEPT, *_BY_HAND)
"""Each operation of the contract that GraphQL has. REST alone has files, pictures of a fight, films, texts of talk and
the probes of a server: they stand in `api.rest.routes`."""

COSTS = {f"{operation.root}.{operation.name}": operation.cost for operation in OPERATIONS if operation.cost}
"""Root.field -> what it costs, where that is more than usual."""
