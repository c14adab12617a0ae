import type { SkipReason } from "../../../../contract/quick-log/vocabulary.ts";
import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import type { ReportedImport } from "./fact-model.ts";
import type { TaskName, ReportedAmount } from "./commands.ts";

/** An import, with the reason why it may be unverified. */
export interface ModelImport extends ReportedImport {
  readonly how: "MEASURED" | "TYPED" | "OF_TWO_DAYS";
}

/** A task: it contains only what the client and their health stores did. */
export interface ModelTask {
  readonly id: string;
  readonly name: TaskName;
  readonly localDate: string;
  revision: number;
  /** Revisions that a phone made; the others are missing. */
  readonly changes: { readonly revision: number; readonly phone: number }[];
  readonly items: {
    readonly id: string;
    readonly bulk: boolean;
    /** It cannot be ticked without minutes. */
    readonly asks: boolean;
    status: string;
  }[];
  /** The mark of a task without items; with items, a skip of the whole task. */
  mark: "COMPLETED" | "SKIPPED" | null;
  /** Typed values that were not undone, in the order of acceptance. */
  typed: readonly Typed[];
  imported: ReportedImport | null;
  /** Snoozes that were not undone. */
  snoozes: readonly ModelDone[];
  /** For a task with its own screen: the starts that were not undone. */
  starts: readonly ModelDone[];
  /** Whether it contains operations that came after the close. */
  late: boolean;
}

interface Typed {
  readonly by: ModelDone;
  readonly value: number;
  readonly minute: number;
}

/** A day as the product has it, with the model's own state. */
export interface ModelDay {
  readonly localDate: string;
  closedAt: number | null;
  /** The coach has seen what was accepted up to here. */
  reviewedUpTo: number;
  reported: readonly ReportedImport[];
}

/** An accepted operation that may be undone. */
export interface ModelDone {
  readonly place: number;
  readonly phone: number;
  readonly task: ModelTask;
  readonly at: number;
  readonly itemIds: readonly string[];
  readonly kind: TaskAct["kind"];
  readonly isValue: boolean;
  /** It left the task unchanged. */
  readonly idle: boolean;
  /** The state of the task after it. */
  left: string;
  /** How often the task was snoozed, including it; null for an operation that is not a snooze. */
  readonly snoozed: number | null;
  readonly skip: { readonly reason: SkipReason; readonly hasNote: boolean } | null;
  undone: boolean;
}

/** An operation as the reference judges it. */
export type ModelOperation = { readonly phone: number } & (
  | {
      readonly kind: "IMPORT";
      readonly day: ModelDay;
      readonly reported: ModelImport;
      /** When it was measured, and the present time. */
      readonly windowEnd: number;
      readonly now: number;
    }
  | ({
      readonly task: ModelTask;
      readonly expected: number;
      /** When it was made. */
      readonly recordedAt: number;
    } & TaskAct)
);

type TaskAct =
  | { readonly kind: "START" }
  | { readonly kind: "COMPLETE"; readonly photos: number }
  | { readonly kind: "ALL"; readonly reported: ReportedAmount }
  | {
      readonly kind: "SNOOZE";
      readonly minutes: number;
      /** End of the snooze, and the present time. */
      readonly until: number;
      readonly now: number;
    }
  | { readonly kind: "TICK"; readonly itemId: string; readonly reported: ReportedAmount }
  | {
      readonly kind: "SKIP";
      readonly itemId: string | null;
      readonly reason: SkipReason;
      readonly hasNote: boolean;
    }
  | {
      readonly kind: "VALUE";
      readonly value: number;
      readonly minute: number;
      readonly unit: "OWN" | "OTHER";
    }
  | { readonly kind: "UNDO"; readonly done: ModelDone; readonly ofUndo: boolean };

/** An operation on a task. */
export type OnTask = Exclude<ModelOperation, { readonly kind: "IMPORT" }>;

/** The outcome of an operation: a verdict, and how it can be undone. */
export interface ModelOutcome {
  readonly verdict: VerdictCode | "ACCEPTED";
  readonly done: ModelDone | null;
}
