import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import {
  closeUndoWindows,
  findEndedUndoScopes,
  insertAdherenceDeltas,
  listAcceptedOperations,
  listCountedSkips,
  readUndoWindows,
  type AcceptedOperation,
} from "../../db/quick-log/settlement.ts";
import type { Tx } from "../../db/transact.ts";
import { adherenceDelta } from "../../rules/quick-log/adherence-delta.ts";
import {
  routeSkips,
  SKIP_WINDOW_DAYS,
  type SkipAttention,
} from "../../rules/quick-log/route-skips.ts";
import { projectDays } from "../agenda/project-days.ts";
import type { FeatureSettlement, SettlementSlice } from "../sync/feature-settlement.ts";

/** What follows from accepted quick-log operations, and the undo windows that close later. */
export const quickLogSettlement: FeatureSettlement = {
  settle: settleQuickLog,
  findDueScopes: findEndedUndoScopes,
  tidy: (tx, { deviceId, relationshipId }) => closeUndoWindows(tx, deviceId, relationshipId),
  async listWaits(tx, deviceId) {
    const { count, earliest } = await readUndoWindows(tx, deviceId);
    return earliest === null ? [] : [{ reason: "UNDO_WINDOW", at: earliest, count }];
  },
};

/**
 * Adherence facts of each accepted operation, the touched days computed afresh, and skips routed to the
 * coach (docs/rules.md#quick-log-records, docs/rules.md#quick-log-skips-that-reach-the-coach). Nothing is
 * incremented.
 */
async function settleQuickLog(tx: Tx, slice: SettlementSlice): Promise<readonly DomainEvent[]> {
  const operations = await listAcceptedOperations(tx, slice.batchIds);
  if (operations.length === 0) return [];
  await insertAdherenceDeltas(
    tx,
    slice,
    operations.map(({ effects, receiptId, taskId, localDate, taskKind }) => ({
      receiptId,
      taskId,
      localDate,
      taskKind,
      ...adherenceDelta(effects),
    })),
  );
  const { relationshipId } = slice;
  const days = touchedDates(operations).map((localDate) => ({ relationshipId, localDate }));
  await projectDays(tx, days, slice.now);
  return await skipEvents(tx, slice, operations);
}

async function skipEvents(
  tx: Tx,
  slice: SettlementSlice,
  operations: readonly AcceptedOperation[],
): Promise<readonly DomainEvent[]> {
  const skips = operations.filter(({ isSkip }) => isSkip);
  if (skips.length === 0) return [];
  const counted = await listCountedSkips(tx, slice.relationshipId, {
    localDates: touchedDates(skips),
    windowDays: SKIP_WINDOW_DAYS - 1,
  });
  const fresh = new Set(skips.map(({ receiptId }) => receiptId));
  const occurrences = counted.map((skip) => ({ ...skip, isNew: fresh.has(skip.receiptId) }));
  return routeSkips(occurrences).map((attention) => attentionEvent(slice, attention));
}

function attentionEvent(slice: SettlementSlice, attention: SkipAttention): DomainEvent {
  const { occurrence, occurrenceCount, reasonGroup, sourceContext } = attention;
  return {
    eventId: newId(),
    type: "ClientSkipNeedsAttention",
    subjectId: occurrence.taskId,
    version: 0,
    refs: {
      workspaceId: slice.workspaceId,
      relationshipId: slice.relationshipId,
      receiptId: occurrence.receiptId,
      localDate: occurrence.localDate,
      reasonGroup,
      sourceContext,
      occurrenceCount,
    },
  };
}

function touchedDates(operations: readonly { readonly localDate: string }[]): readonly string[] {
  return [...new Set(operations.map(({ localDate }) => localDate))].toSorted();
}
