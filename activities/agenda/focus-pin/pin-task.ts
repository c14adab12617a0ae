import { focusPinId } from "../../../contract/agenda/task-id.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { AgendaDay } from "../../../db/agenda/agenda-day.ts";
import { AgendaTask } from "../../../db/agenda/agenda-task.ts";
import { FocusPin } from "../../../db/agenda/focus-pin/focus-pin.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { lockScope } from "../../../db/platform/scopes/lock-scopes.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { getRelationshipStatus } from "../../../db/relationships/queries.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { judgePin } from "../../../rules/agenda/judge-pin.ts";
import { sha256 } from "../../../rules/sha256.ts";
import { openDays } from "../calendar/open-days.ts";
import { dayRefreshed } from "../day-refreshed.ts";
import { projectDays } from "../project-days.ts";

/**
 * Pins a task of a day in place of the pinned one (docs/rooms/agenda.md#focus-pin). The scope's lock orders it before
 * or after any change of the task, which a pin never touches. The same pin with the same note changes nothing.
 *
 * @throws Refusal NOT_FOUND (no such task on that day), STATE_CONFLICT (task or day is closed), RELATIONSHIP_INACTIVE
 * (ended).
 */
export async function pinTask(tx: Tx, pinning: Pinning): Promise<FocusPin> {
  const { relationshipId, localDate, agendaTaskId, note } = pinning;
  const now = await beginAct(tx, pinning);
  const task = await tx.findOne(AgendaTask, { id: agendaTaskId, relationshipId, localDate });
  const day = await tx.findOne(AgendaDay, { relationshipId, localDate });
  const refusal = judgePin({
    relationshipStatus: await getRelationshipStatus(tx, relationshipId),
    taskStatus: task?.status ?? null,
    isDayClosed: (day?.closedAt ?? null) !== null,
  });
  if (refusal === "STATE_CONFLICT") throw stateConflict("ALREADY_CLOSED");
  if (refusal !== null) throw new Refusal(refusal);
  const former = await tx.findOne(FocusPin, { relationshipId, localDate });
  return await savePin(tx, pinning, { former, pinned: { agendaTaskId, note }, now });
}

/** The coach, and the day of a client. */
interface PinAct extends RelationshipDay {
  readonly workspaceId: string;
  readonly byUserId: string;
  readonly requestId: string;
}

/** A coach pins a task of a day. */
export interface Pinning extends PinAct {
  readonly agendaTaskId: string;
  /** A note of one line. */
  readonly note: string | null;
}

/** The contents of a pin. */
type Pinned = Pick<FocusPin, "agendaTaskId" | "note">;

/**
 * Removes the pin of a day and its note; the state of the task does not matter. Without a pin it changes nothing.
 *
 * @throws Refusal NOT_FOUND (no such day), RELATIONSHIP_INACTIVE (ended).
 */
export async function unpinTask(tx: Tx, unpinning: PinAct): Promise<void> {
  const { relationshipId, localDate } = unpinning;
  const now = await beginAct(tx, unpinning);
  if ((await getRelationshipStatus(tx, relationshipId)) === "ENDED")
    throw new Refusal("RELATIONSHIP_INACTIVE");
  if ((await tx.count(AgendaDay, { relationshipId, localDate })) === 0)
    throw new Refusal("NOT_FOUND");
  const former = await tx.findOne(FocusPin, { relationshipId, localDate });
  if (former === null) return;
  await savePin(tx, unpinning, { former, pinned: { agendaTaskId: null, note: null }, now });
}

/** Locks the scope and brings its calendar up to now. */
async function beginAct(tx: Tx, { relationshipId, requestId }: PinAct): Promise<Date> {
  if (!(await lockScope(tx, relationshipId))) throw new Refusal("NOT_FOUND");
  const now = await clockNow(tx);
  await openDays(tx, relationshipId, { now, requestId });
  return now;
}

async function savePin(
  tx: Tx,
  act: PinAct,
  change: { readonly former: FocusPin | null; readonly pinned: Pinned; readonly now: Date },
): Promise<FocusPin> {
  const { former, pinned, now } = change;
  if (former?.agendaTaskId === pinned.agendaTaskId && former.note === pinned.note) return former;
  const { relationshipId, localDate, byUserId: pinnedByUserId, requestId } = act;
  const day = { relationshipId, localDate };
  const content = { ...pinned, pinnedByUserId, pinnedAt: now };
  const pin =
    former === null
      ? tx.create(FocusPin, {
          ...day,
          ...content,
          pinId: await focusPinId(day, sha256),
          revision: 1,
        })
      : tx.assign(former, { ...content, revision: former.revision + 1 });
  await tx.flush();
  await recordScopeChanges(tx, [{ relationshipId, changes: { focus_pin: [pin.pinId] } }], now);
  await projectDays(tx, [day], now);
  await appendEvents(tx, pinEvents(act, pin), { now, requestId });
  return pin;
}

/** Emits who pinned which task, and that the day was projected again. The note is never in an event. */
function pinEvents({ workspaceId, relationshipId, localDate, byUserId }: PinAct, pin: FocusPin) {
  const { pinId, revision: version, agendaTaskId: taskId } = pin;
  const refs = { workspaceId, relationshipId, localDate, taskId, byUserId };
  return [
    { eventId: newId(), type: "FocusPinChanged" as const, subjectId: pinId, version, refs },
    dayRefreshed({ relationshipId, localDate }),
  ];
}
