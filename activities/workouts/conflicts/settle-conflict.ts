import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { workoutConflictActor } from "../../../contract/workouts/workout-conflict-actor.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import {
  dropActorRow,
  saveActorRow,
  seeActor,
  type SeenActor,
} from "../../../db/outbox/actor-rows.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import {
  type ActorConflict,
  type DraftKey,
  endConflicts,
  findActorConflict,
  keepReminders,
} from "../../../db/workouts/conflicts/list-open-conflicts.ts";
import { agendaUntil } from "../../../rules/outbox/actor-agenda.ts";
import {
  conflictDeadline,
  type ConflictDeadline,
  nextConflictDeadline,
} from "../../../rules/workouts/conflicts/conflict-deadline.ts";
import { decideNotification } from "../../notifications/decide-notification.ts";
import { type ConflictAgenda, NO_CONFLICT } from "./conflict-agenda.ts";
import { conflictResolved } from "./conflict-events.ts";

/**
 * Settles a draft in conflict under its relationship's lock: reminds its client, notifies its coach, or deletes the
 * draft if nobody chose in time. Safe to run at any time and any number of times; before the deadline it changes
 * nothing and returns the next deadline.
 */
export async function settleConflict(
  em: SqlEntityManager,
  draft: DraftKey,
): Promise<ConflictAgenda> {
  return await transact(em, async (tx) => {
    await lockScope(tx, draft.relationshipId);
    const seen = await seeActor(tx, workoutConflictActor.idOf(draft));
    const found = await findActorConflict(tx, draft);
    if (found === null) return await rest(tx, seen);
    const turn = conflictDeadline(found, found.now);
    if (turn.isOver) {
      await expire(tx, found);
      return { ...(await rest(tx, seen)), did: ["EXPIRED"] };
    }
    const did = await remind(tx, found, turn);
    return { ...(await waitOn(tx, seen, afterTurn(found, turn))), did };
  });
}

/** Takes the place of a request id: time triggers this, not a request. */
const REQUEST_ID = "workout-conflict-actor";

/** There is no deadline any more. */
async function rest(tx: Tx, seen: SeenActor): Promise<ConflictAgenda> {
  await dropActorRow(tx, seen);
  return NO_CONFLICT;
}

/** Deletes the refused draft and ends its conflict; its actor did this, so it needs no wake. */
async function expire(tx: Tx, conflict: ActorConflict): Promise<void> {
  const { id, relationshipId, now } = conflict;
  await endConflicts(tx, [id], { resolution: "EXPIRED", now });
  await recordScopeChanges(tx, [{ relationshipId, changes: { workout_conflict: [id] } }], now);
  const event = conflictResolved(conflict, "EXPIRED", { byActor: true });
  await appendEvents(tx, [event], { now, requestId: REQUEST_ID });
}

async function remind(
  tx: Tx,
  conflict: ActorConflict,
  { remindOn, notifiesCoach, nextFrom }: ConflictDeadline,
): Promise<readonly string[]> {
  const { id: subjectId, relationshipId, clientUserId, coachUserId, now } = conflict;
  const occasion = {
    subjectId,
    relationshipId,
    verdict: "ASK",
    now,
    requestId: REQUEST_ID,
  } as const;
  const did: string[] = [];
  if (remindOn !== null) {
    const { outcome } = await decideNotification(tx, {
      ...occasion,
      category: "WORKOUT_CONFLICT_REMINDER",
      recipientUserId: clientUserId,
      dedupeKey: `workout-conflict-reminder:${subjectId}:${remindOn}`,
      localDate: remindOn,
    });
    did.push(`CLIENT_REMINDED: ${outcome}`);
  }
  if (notifiesCoach) {
    const { outcome } = await decideNotification(tx, {
      ...occasion,
      category: "WORKOUT_CONFLICT_UNRESOLVED",
      recipientUserId: coachUserId,
      dedupeKey: `workout-conflict-unresolved:${subjectId}`,
      localDate: null,
    });
    did.push(`COACH_TOLD: ${outcome}`);
  }
  if (did.length > 0) {
    const notifiedAt = notifiesCoach ? now : conflict.coachToldAt;
    await keepReminders(tx, subjectId, { remindFrom: nextFrom, coachToldAt: notifiedAt });
  }
  return did;
}

function afterTurn(
  conflict: ActorConflict,
  { nextFrom: remindFrom, notifiesCoach }: ConflictDeadline,
): ActorConflict {
  return {
    ...conflict,
    remindFrom,
    coachToldAt: notifiesCoach ? conflict.now : conflict.coachToldAt,
  };
}

/** Stores the next deadline for the sweep and for operators. */
async function waitOn(tx: Tx, seen: SeenActor, conflict: ActorConflict): Promise<ConflictAgenda> {
  const { id, workspaceId, relationshipId, kind, openedAt, expiresAt, now } = conflict;
  const deadline = nextConflictDeadline(conflict, now);
  const { at: dueAt, reason: dueReason } = deadline;
  await saveActorRow(tx, { ...seen, dueAt, dueReason, settledAt: now });
  const shown = { id, workspaceId, relationshipId, kind };
  return {
    ...agendaUntil(deadline, now),
    conflict: {
      ...shown,
      openedAt: openedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    },
  };
}
