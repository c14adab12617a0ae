import { listAcceptedDays, type AcceptedDay } from "../../db/quick-log/settlement.ts";
import {
  closeUndoOfDays,
  findEndedDayScopes,
  noteLoggedDays,
  readOpenDays,
  type LoggedDay,
} from "../../db/quick-log/undo-of-days.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { undoUntil } from "../../rules/quick-log/actions/undo.ts";
import { projectDays } from "../agenda/project-days.ts";
import { dayUndoClosed } from "./review-day.ts";
import { settleLateEvidence } from "./settle-late-evidence.ts";
import { skipEvents } from "./skip-events.ts";
import type {
  FeatureSettlement,
  SettledWait,
  Settlement,
  SettlementSlice,
} from "../sync/feature-settlement.ts";

/** The consequences of accepted quick-log operations, and of undo windows that end later. */
export const quickLogSettlement: FeatureSettlement = {
  settle: settleQuickLog,
  findDueScopes: findEndedDayScopes,
  async closeExpiredUndo(tx, scope) {
    const { relationshipId } = scope;
    const closed = await closeUndoOfDays(tx, scope);
    return closed.map(({ localDate }) => dayUndoClosed({ relationshipId, localDate }));
  },
  async listWaits(tx, deviceId) {
    const { count, earliest } = await readOpenDays(tx, deviceId);
    return earliest === null ? [] : [{ reason: "UNDO_WINDOW", at: earliest, count }];
  },
};

/**
 * Projects the days of accepted operations again and reports skips to the coach (docs/rooms/quick-log.md#records,
 * docs/rooms/quick-log.md#skips-that-reach-the-coach). Nothing is incremented, and the number of statements does not
 * depend on the number of batches.
 */
async function settleQuickLog(tx: Tx, { batches, now }: SettlementSlice): Promise<Settlement> {
  const accepted = await listAcceptedDays(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  if (accepted.length === 0) return { events: [], waits: [] };
  await projectDays(tx, touchedDays(accepted), now);
  const events = [
    ...(await settleLateEvidence(tx, accepted, batches)),
    ...(await skipEvents(tx, accepted, batches)),
  ];
  const logged = loggedDays(accepted);
  await noteLoggedDays(tx, logged);
  return { events, waits: logged.flatMap(undoWait) };
}

/**
 * The operations accepted on each day, and the last one that can be undone: when its window ends, its device closes
 * the day.
 */
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
  return { deviceId, acceptedAt, closesAt: undoUntil(new Date(acceptedAt)) };
}

function undoWait({ relationshipId, undoable }: LoggedDay): SettledWait[] {
  if (undoable === null) return [];
  const { deviceId, closesAt: at } = undoable;
  return [{ deviceId, relationshipId, at, reason: "UNDO_WINDOW" }];
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
