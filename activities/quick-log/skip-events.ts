import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  type AcceptedDay,
  type CountedSkip,
  listCountedSkips,
  listWithdrawnSkips,
  type SkipSpan,
  type SkipReport,
} from "../../db/quick-log/settlement.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  routeSkips,
  SKIP_WINDOW_DAYS,
  type SkipAttention,
} from "../../rules/quick-log/route-skips.ts";
import type { SettlementSlice } from "../sync/feature-settlement.ts";
import { skipCase, skipWithdrawn } from "../agenda/skip-case.ts";

/**
 * The skips of some batches that reach the coach, and those that were withdrawn
 * (docs/rooms/quick-log.md#skips-that-reach-the-coach). One statement for each; none if there are none.
 */
export async function skipEvents(
  tx: Tx,
  accepted: readonly AcceptedDay[],
  batches: Batches,
): Promise<readonly DomainEvent[]> {
  const fresh = accepted.flatMap(({ relationshipId, localDate, skipReceiptIds }) =>
    skipReceiptIds.map((receiptId) => ({ relationshipId, localDate, receiptId })),
  );
  const undone = accepted.flatMap(({ undoneReceiptIds }) => undoneReceiptIds);
  const withdrawn = undone.length === 0 ? [] : await listWithdrawnSkips(tx, undone);
  return [...(await attentionOf(tx, fresh, batches)), ...withdrawnEvents(withdrawn, batches)];
}

type Batches = SettlementSlice["batches"];

type FreshSkip = Pick<CountedSkip, "receiptId" | "relationshipId" | "localDate">;

/** The events for the coach that new skips cause, counted together with those around them. */
export async function attentionOf(
  tx: Tx,
  skips: readonly FreshSkip[],
  batches: Batches,
): Promise<readonly DomainEvent[]> {
  if (skips.length === 0) return [];
  const counted = await listCounted(tx, skips, batches);
  const fresh = new Set(skips.map(({ receiptId }) => receiptId));
  const occurrences = counted.map((skip) => ({ ...skip, isNew: fresh.has(skip.receiptId) }));
  const workspaceOf = workspacesOf(batches);
  const byRelationship = Map.groupBy(occurrences, ({ relationshipId }) => relationshipId);
  return [...byRelationship].flatMap(([relationshipId, own]) =>
    routeSkips(own).map((attention) =>
      attentionEvent({ relationshipId, workspaceId: workspaceOf(relationshipId) }, attention),
    ),
  );
}

/** The events of withdrawn skips, one each. */
export function withdrawnEvents(
  skips: readonly (SkipReport & { readonly by?: string | undefined })[],
  batches: Batches,
): readonly DomainEvent[] {
  const workspaceOf = workspacesOf(batches);
  return skips.map((skip) => skipWithdrawn(skip, workspaceOf(skip.relationshipId), skip.by));
}

function workspacesOf(batches: Batches) {
  const workspaces = new Map(batches.map((batch) => [batch.relationshipId, batch.workspaceId]));
  return (relationshipId: string) => workspaces.get(relationshipId) ?? null;
}

async function listCounted(tx: Tx, skips: readonly FreshSkip[], batches: Batches) {
  const settling = batches.map(({ batchId }) => batchId);
  const windowDays = SKIP_WINDOW_DAYS - 1;
  return await listCountedSkips(executorOf(tx), spansOf(skips), { windowDays, settling });
}

function spansOf(skips: readonly FreshSkip[]): readonly SkipSpan[] {
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
  const { relationshipId, workspaceId } = scope;
  const { occurrence, occurrenceCount } = attention;
  const { receiptId, localDate } = occurrence;
  return {
    eventId: newId(),
    type: "ClientSkipNeedsAttention",
    subjectId: occurrence.taskId,
    version: 0,
    refs: {
      workspaceId,
      relationshipId,
      receiptId,
      localDate,
      ...skipCase({ relationshipId, ...attention }),
      occurrenceCount,
    },
  };
}
