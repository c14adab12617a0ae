import type { DomainEvent } from "../../contract/outbox/vocabulary.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { idFrom } from "../../db/new-id.ts";
import { listSkipsOfTasks } from "../../db/quick-log/skips/skips-of-tasks.ts";
import { replaceReportedSkips } from "../../db/quick-log/skips/reported-skips.ts";
import type { Tx } from "../../db/transact.ts";
import type { SettlementSlice } from "../sync/feature-settlement.ts";
import { attentionOf, withdrawnEvents } from "./skip-events.ts";

/** What another room counts as skips of one source, in place of what it told of that before. */
export interface SourceSkips {
  readonly sourceId: string;
  readonly skips: readonly {
    readonly relationshipId: string;
    readonly taskId: string;
    readonly localDate: string;
    /** Unique within the source. */
    readonly key: string;
    readonly reason: SkipReason;
    readonly hasNote: boolean;
  }[];
}

/**
 * Counts skips that are told by another room together with quick-log's: what reaches the coach, and what was taken back
 * (docs/rules.md#quick-log-skips-that-reach-the-coach). Told again it counts once; told with another reason, or with a
 * note that was missing, it is another skip in place of the first, so that the coach hears of pain that came out later.
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
  return [...(await attentionOf(tx, added, batches)), ...withdrawnEvents(withdrawn, batches)];
}

function nameOf({ key, reason, hasNote }: SourceSkips["skips"][number]): string {
  return `skip/${key}/${reason}${hasNote ? "/note" : ""}`;
}

/** Tells that skips of tasks count no more because these were done after all. */
export async function withdrawOvertaken(
  tx: Tx,
  taskIds: readonly string[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  if (taskIds.length === 0) return [];
  return withdrawnEvents(await listSkipsOfTasks(tx, taskIds), batches);
}
