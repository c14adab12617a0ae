import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import {
  listAcceptedDays,
  listCountedSkips,
  type AcceptedDay,
  type SkipSpan,
} from "../../db/quick-log/settlement.ts";
import {
  closeDays,
  findEndedDayScopes,
  openDays,
  readOpenDays,
  type OpenDay,
} from "../../db/quick-log/undo-of-days.ts";
import type { RelationshipDay } from "../../db/agenda/queries.ts";
import type { Tx } from "../../db/transact.ts";
import {
  routeSkips,
  SKIP_WINDOW_DAYS,
  type SkipAttention,
} from "../../rules/quick-log/route-skips.ts";
import { undoUntil } from "../../rules/quick-log/undo.ts";
import { projectDays } from "../agenda/project-days.ts";
import { settleLateEvidence } from "./settle-late-evidence.ts";
import type {
  FeatureSettlement,
  SettledWait,
  Settlement,
  SettlementSlice,
} from "../sync/feature-settlement.ts";

/** What follows from accepted quick-log operations, and the days that become final later. */
export const quickLogSettlement: FeatureSettlement = {
  settle: settleQuickLog,
  findDueScopes: findEndedDayScopes,
  async tidy(tx, scope) {
    const { relationshipId } = scope;
    return (await closeDays(tx, scope)).map(({ localDate }) => ({
      eventId: newId(),
      type: "DayUndoClosed",
      subjectId: relationshipId,
      version: 0,
      refs: { relationshipId, localDate },
    }));
  },
  async listWaits(tx, deviceId) {
    const { count, earliest } = await readOpenDays(tx, deviceId);
    return earliest === null ? [] : [{ reason: "UNDO_WINDOW", at: earliest, count }];
  },
};

/**
 * The days that accepted operations touched computed afresh, and skips routed to the coach (docs/rules.md#quick-log-records, docs/rules.md#quick-log-skips-that-reach-the-coach). Nothing is
 * incremented, and the number of statements is the same for any number of batches.
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
  const open = openedDays(accepted);
  await openDays(tx, open);
  return { events, waits: open.map(undoWait) };
}

/** Of each day the last that can be undone: when it ends the day does, and its device closes it. */
function openedDays(accepted: readonly AcceptedDay[]): readonly OpenDay[] {
  const last = new Map<string, AcceptedDay>();
  for (const day of accepted) {
    const before = last.get(dayKey(day))?.decidedAt ?? "";
    if (day.isUndoable && day.decidedAt >= before) last.set(dayKey(day), day);
  }
  return [...last.values()].map(({ relationshipId, localDate, deviceId, decidedAt }) => {
    const closesAt = undoUntil(new Date(decidedAt));
    return { relationshipId, localDate, deviceId, closesAt };
  });
}

function undoWait({ deviceId, closesAt }: OpenDay): SettledWait {
  return { deviceId, at: closesAt, reason: "UNDO_WINDOW" };
}

const dayKey = ({ relationshipId, localDate }: RelationshipDay) => `${relationshipId}/${localDate}`;

/** Each day that an operation is of, once. */
function touchedDays(accepted: readonly AcceptedDay[]): readonly RelationshipDay[] {
  const days = new Map(
    accepted.map((day) => {
      const { relationshipId, localDate } = day;
      return [dayKey(day), { relationshipId, localDate }];
    }),
  );
  return [...days.values()];
}

async function skipEvents(
  tx: Tx,
  accepted: readonly AcceptedDay[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  const skips = accepted.filter(({ skipReceiptIds }) => skipReceiptIds.length > 0);
  if (skips.length === 0) return [];
  const settling = batches.map(({ batchId }) => batchId);
  const windowDays = SKIP_WINDOW_DAYS - 1;
  const counted = await listCountedSkips(tx, spansOf(skips), { windowDays, settling });
  const workspaces = new Map(batches.map((batch) => [batch.relationshipId, batch.workspaceId]));
  const fresh = new Set(skips.flatMap(({ skipReceiptIds }) => skipReceiptIds));
  const occurrences = counted.map((skip) => ({ ...skip, isNew: fresh.has(skip.receiptId) }));
  const byRelationship = Map.groupBy(occurrences, ({ relationshipId }) => relationshipId);
  return [...byRelationship].flatMap(([relationshipId, own]) => {
    const workspaceId = workspaces.get(relationshipId) ?? null;
    return routeSkips(own).map((attention) =>
      attentionEvent({ relationshipId, workspaceId }, attention),
    );
  });
}

function spansOf(skips: readonly AcceptedDay[]): readonly SkipSpan[] {
  const byRelationship = Map.groupBy(skips, ({ relationshipId }) => relationshipId);
  return [...byRelationship].map(([relationshipId, own]) => {
    const dates = own.map(({ localDate }) => localDate).toSorted();
    const [first = "", last = first] = [dates[0], dates.at(-1)];
    return { relationshipId, first, last };
  });
}

function attentionEvent(
  scope: { readonly relationshipId: string; readonly workspaceId: string | null },
  attention: SkipAttention,
): DomainEvent {
  const { occurrence, occurrenceCount, reasonGroup, sourceContext } = attention;
  return {
    eventId: newId(),
    type: "ClientSkipNeedsAttention",
    subjectId: occurrence.taskId,
    version: 0,
    refs: {
      workspaceId: scope.workspaceId,
      relationshipId: scope.relationshipId,
      receiptId: occurrence.receiptId,
      localDate: occurrence.localDate,
      reasonGroup,
      sourceContext,
      occurrenceCount,
    },
  };
}
