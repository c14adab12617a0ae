import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import { listSkipsOfTasks } from "../../db/quick-log/skips/list-skips-of-tasks.ts";
import { replaceReportedSkips } from "../../db/quick-log/skips/replace-reported-skips.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { skipGroupOf } from "../../rules/quick-log/route-skips.ts";
import type { SettlementSlice } from "../sync/feature-settlement.ts";
import { attentionOf, withdrawnEvents } from "./skip-events.ts";

/**
 * Counts skips of another room together with quick-log's, and returns what reaches the coach and what was withdrawn
 * (docs/rooms/quick-log.md#skips-that-reach-the-coach). Reasons of one group count once for a source. A repeated
 * report adds nothing. A further reason, or a note that was missing, is a new skip, so that the coach learns of pain
 * that was reported later.
 */
export async function reportSkips(
  tx: Tx,
  sources: readonly SourceSkips[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  if (sources.length === 0) return [];
  const rows = sources.flatMap(({ sourceId, skips }) =>
    skips.map((skip) => ({ ...skip, sourceId, id: idFrom(sourceId, nameOf(skip)) })),
  );
  const sourceIds = sources.map(({ sourceId }) => sourceId);
  const { added, withdrawn } = await replaceReportedSkips(tx, sourceIds, rows);
  const reportedBy = new Map(sources.map((source) => [source.sourceId, source.reportedBy]));
  const gone = withdrawn.map((skip) => ({ ...skip, by: reportedBy.get(skip.sourceId) }));
  return [...(await attentionOf(tx, added, batches)), ...withdrawnEvents(gone, batches)];
}

/** Skips of one source reported by another room; they replace its earlier report. */
export interface SourceSkips {
  readonly sourceId: string;
  /** The receipt that reports them. */
  readonly reportedBy: string;
  readonly skips: readonly {
    readonly relationshipId: string;
    readonly taskId: string;
    readonly localDate: string;
    /** Each reason once within the source. */
    readonly reason: SkipReason;
    readonly hasNote: boolean;
  }[];
}

function nameOf({ reason, hasNote }: SourceSkips["skips"][number]): string {
  return `skip/${skipGroupOf(reason)}/${reason}${hasNote ? "/note" : ""}`;
}

/** Emits that skips of tasks no longer count because the tasks were done after all. */
export async function withdrawOvertaken(
  tx: Tx,
  taskIds: readonly string[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  if (taskIds.length === 0) return [];
  return withdrawnEvents(await listSkipsOfTasks(tx, taskIds), batches);
}
