import type { AgendaItemStatus } from "../../contract/agenda/vocabulary.ts";
import type { AdherenceDeltaType } from "../../contract/quick-log/vocabulary.ts";
import type { QuickLogEffects } from "./types.ts";

/** Contribution of one accepted operation to the adherence of its day. */
export interface AdherenceDelta {
  readonly deltaType: AdherenceDeltaType;
  /** Change of the day's completed count: 1, 0 or -1. */
  readonly scoreDelta: number;
  /** Counts and ids only. */
  readonly metadata: {
    readonly completedItemDelta: number;
    readonly skippedItemDelta: number;
    readonly valueEntryId: string | null;
  };
}

/**
 * The delta of one accepted operation, computed from its effects, so that it need not be stored. The scores of a task
 * add up to 1 while it is completed, else to 0.
 */
export function adherenceDelta(effects: QuickLogEffects): AdherenceDelta {
  return {
    deltaType: deltaTypeOf(effects),
    scoreDelta: completed(effects.taskTo) - completed(effects.taskFrom),
    metadata: {
      completedItemDelta: itemDelta(effects, "COMPLETED"),
      skippedItemDelta: itemDelta(effects, "SKIPPED"),
      valueEntryId: effects.valueEntryId,
    },
  };
}

function deltaTypeOf({ taskFrom, taskTo }: QuickLogEffects): AdherenceDeltaType {
  if (taskFrom === taskTo) return "TASK_PROGRESSED";
  if (taskTo === "COMPLETED") return "TASK_COMPLETED";
  if (taskTo === "SKIPPED") return "TASK_SKIPPED";
  return taskFrom === "COMPLETED" || taskFrom === "SKIPPED" ? "TASK_REOPENED" : "TASK_PROGRESSED";
}

function completed(status: QuickLogEffects["taskTo"]): number {
  return status === "COMPLETED" ? 1 : 0;
}

function itemDelta({ items }: QuickLogEffects, status: AgendaItemStatus): number {
  const count = (side: "from" | "to") => items.filter((item) => item[side] === status).length;
  return count("to") - count("from");
}
