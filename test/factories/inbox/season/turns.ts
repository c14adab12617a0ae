import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import { requestAccountDeletion } from "../../../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../../../activities/privacy/settle-account-deletion.ts";
import { DELETION_GRACE_DAYS } from "../../../../contract/accounts/session-vocabulary.ts";
import type { RelationshipAct } from "../../../../contract/relationships/vocabulary.ts";
import { transact } from "../../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../../workers/hooks.ts";
import { note, type Season, type SeasonClient } from "./season.ts";
import { drawOf } from "./behaviours.ts";
import { requireForgotten } from "./laws.ts";
import { erasureDeps } from "../../privacy/erasure-deps.ts";

/** Weekdays on which a client pauses, ends, or deletes their account, and how many of the clients pause. */
const [PAUSES, ENDS, DELETES] = [2, 4, 5];
const PAUSED_OF = 40;
/** Length of a pause. */
const PAUSE_DAYS = [5, 10, 15] as const;
/** Weeks between two deleted accounts. */
const DELETION_WEEKS = 4;
const MOST_TURNS = 10;

/** Changes of relationships on a day: a client returns, pauses, ends, or leaves for good. */
export async function turnRelationships(season: Season, day: number): Promise<void> {
  for (const client of season.clients) {
    if (client.until > day) continue;
    if (client.status === "PAUSED") await move(season, client, "RESUME");
    if (client.status === "LEAVING") await forget(season, client);
  }
  const draw = drawOf(season.seed, day, 4);
  const pick = () => {
    const active = season.clients.filter(({ status }) => status === "ACTIVE");
    // Enough clients must remain to continue.
    return active.length > 2 ? draw.pick(active) : null;
  };
  if (day % 7 === PAUSES)
    for (let count = 0; count < Math.ceil(season.clients.length / PAUSED_OF); count += 1) {
      const client = pick();
      if (client === null) continue;
      await move(season, client, "PAUSE");
      client.until = day + draw.pick(PAUSE_DAYS);
    }
  const client = day % 7 === ENDS || day % (7 * DELETION_WEEKS) === DELETES ? pick() : null;
  if (client === null) return;
  if (day % 7 === ENDS) await move(season, client, "END");
  else await leave(season, client, day);
}

const BECOMES = { PAUSE: "PAUSED", RESUME: "ACTIVE", END: "ENDED" } as const;
const DEED = { PAUSE: "paused", RESUME: "resumed", END: "ended" } as const;

async function move(
  season: Season,
  client: SeasonClient,
  act: Extract<RelationshipAct, keyof typeof BECOMES>,
): Promise<void> {
  const { workspaceId, relationshipId, coachUserId: byUserId } = client;
  const by = { workspaceId, relationshipId, byUserId, reason: null, requestId: null };
  await transact(season.em, (tx) => moveRelationship(tx, { ...by, act }, hooks.relationships));
  client.status = BECOMES[act];
  note(season, DEED[act]);
}

async function leave(season: Season, client: SeasonClient, day: number): Promise<void> {
  const change = { userId: client.clientUserId, requestId: "season" };
  await transact(season.em, (tx) => requestAccountDeletion(tx, change, hooks.sessions));
  client.status = "LEAVING";
  client.until = day + DELETION_GRACE_DAYS + 1;
}

async function forget(season: Season, client: SeasonClient): Promise<void> {
  const { clientUserId: userId } = client;
  for (let turn = 0; turn < MOST_TURNS; turn += 1)
    await settleAccountDeletion(erasureDeps(season.em), { userId });
  client.status = "DELETED";
  await requireForgotten(season, client);
  note(season, "deleted");
}

/** Plays on until every grace period is over. */
export async function endSeason(season: Season, day: number): Promise<void> {
  await season.clockAt(day + DELETION_GRACE_DAYS + 1, 1);
  for (const client of season.clients.filter(({ status }) => status === "LEAVING"))
    await forget(season, client);
}
