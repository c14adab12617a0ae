import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { listAcceptedDays, type AcceptedDay } from "../../db/quick-log/settlement.ts";
import {
  countOpenDays,
  findEndedDays,
  findLanesOfDays,
  findNextEnd,
  markFinal,
} from "../../db/quick-log/find-ended-days.ts";
import { noteLoggedDays, type LoggedDay } from "../../db/quick-log/undo-of-days.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { undoClosesAt } from "../../rules/quick-log/undo-closes-at.ts";
import { projectDays } from "../agenda/project-days.ts";
import { dayUndoClosed } from "./review-day.ts";
import { settleLateEvidence } from "./settle-late-evidence.ts";
import { skipEvents } from "./skip-events.ts";
import type { FeatureSettlement, MadeFinal, SettlementSlice } from "../sync/feature-settlement.ts";

/** The consequences of accepted quick-log operations, and of undo windows that end later. */
export const quickLogSettlement: FeatureSettlement = {
  settle: settleQuickLog,
  days: {
    findEnded: findEndedDays,
    makeFinal,
    findNext: findNextEnd,
    count: countOpenDays,
    findLanes: findLanesOfDays,
  },
};

/** The end of undo makes a day final (docs/rooms/quick-log.md#undo-window). */
async function makeFinal(tx: Tx, days: readonly RelationshipDay[]): Promise<MadeFinal> {
  const final = await markFinal(tx, days);
  const [first] = final;
  return first === undefined ? null : { events: final.map(dayUndoClosed), now: first.closedAt };
}

/**
 * Projects the days of accepted operations again and reports skips to the coach (docs/rooms/quick-log.md#records,
 * docs/rooms/quick-log.md#skips-that-reach-the-coach). Nothing is incremented, and the number of statements does not
 * depend on the number of batches.
 */
async function settleQuickLog(
  tx: Tx,
  { batches, now }: SettlementSlice,
): Promise<readonly DomainEvent[]> {
  const accepted = await listAcceptedDays(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  if (accepted.length === 0) return [];
  await projectDays(tx, touchedDays(accepted), now);
  const events = [
    ...(await settleLateEvidence(tx, accepted, batches)),
    ...(await skipEvents(tx, accepted, batches)),
  ];
  await noteLoggedDays(tx, loggedDays(accepted));
  return events;
}

/** The operations accepted on each day, and the last one that can be undone: the day is final when its window ends. */
function loggedDays(accepted: readonly AcceptedDay[]): readonly LoggedDay[] {
  const days = Map.groupBy(accepted, dayKey);
  return [...days.values()].flatMap((batches) => {
    const [first] = batches;
    if (first === undefined) return [];
    const { relationshipId, localDate } = first;
    const acceptedAt = batches.map(({ decidedAt }) => decidedAt);
    return [{ relationshipId, localDate, acceptedAt, undoable: lastUndoable(batches) }];
  });
}

function lastUndoable(batches: readonly AcceptedDay[]): LoggedDay["undoable"] {
  const undoable = batches.filter(({ isUndoable }) => isUndoable);
  const [first, ...others] = undoable;
  if (first === undefined) return null;
  const last = others.reduce(
    (one, other) => (other.decidedAt >= one.decidedAt ? other : one),
    first,
  );
  const { deviceId, decidedAt: acceptedAt } = last;
  return { deviceId, acceptedAt, closesAt: undoClosesAt(new Date(acceptedAt)) };
}

const dayKey = ({ relationshipId, localDate }: RelationshipDay) => `${relationshipId}/${localDate}`;

/** The days of operations, without duplicates. */
function touchedDays(accepted: readonly AcceptedDay[]): readonly RelationshipDay[] {
  const days = new Map(
    accepted.map((day) => {
      const { relationshipId, localDate } = day;
      return [dayKey(day), { relationshipId, localDate }];
    }),
  );
  return [...days.values()];
}
