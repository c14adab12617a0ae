import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import type { ToldImport } from "./fact-model.ts";
import type { TaskName, Told } from "./quick-log-commands.ts";

/** An import, with what makes it none that is verified. */
export interface ModelImport extends ToldImport {
  readonly how: "MEASURED" | "TYPED" | "OF_TWO_DAYS";
}

/** A task: only what the client and the stores of their phones did stands in it. */
export interface ModelTask {
  readonly id: string;
  readonly name: TaskName;
  readonly localDate: string;
  revision: number;
  /** Revisions that a phone made; what nobody made is missing. */
  readonly changes: { readonly revision: number; readonly phone: number }[];
  readonly items: {
    readonly id: string;
    readonly bulk: boolean;
    /** It is not ticked without its minutes. */
    readonly asks: boolean;
    status: string;
  }[];
  /** Of one without items: what stands of it; of one with items a skip of the whole. */
  mark: "COMPLETED" | "SKIPPED" | null;
  /** What stands of what was typed, in the order of acceptance. */
  typed: readonly Typed[];
  imported: ToldImport | null;
  /** What put it off, and stands. */
  snoozes: readonly ModelDone[];
  /** Of one with a screen of its own: what opened it, and stands. */
  starts: readonly ModelDone[];
  /** Whether what came after the close stands in it. */
  late: boolean;
}

interface Typed {
  readonly by: ModelDone;
  readonly value: number;
  readonly minute: number;
}

/** A day as the product has it, and what the model keeps of it. */
export interface ModelDay {
  readonly localDate: string;
  closedAt: number | null;
  /** What was accepted up to here the coach has seen. */
  reviewedUpTo: number;
  told: readonly ToldImport[];
}

/** An accepted operation that may be taken back. */
export interface ModelDone {
  readonly place: number;
  readonly phone: number;
  readonly task: ModelTask;
  readonly at: number;
  readonly itemIds: readonly string[];
  readonly kind: TaskAct["kind"];
  readonly isValue: boolean;
  /** It left the task as it was. */
  readonly idle: boolean;
  /** How it left the task. */
  left: string;
  /** How often the task was put off, with it; null of what put nothing off. */
  readonly snoozed: number | null;
  readonly skip: { readonly reason: SkipReason; readonly hasNote: boolean } | null;
  undone: boolean;
}

/** An operation as the reference judges it. */
export type ModelOperation = { readonly phone: number } & (
  | {
      readonly kind: "IMPORT";
      readonly day: ModelDay;
      readonly told: ModelImport;
      /** When it was measured, and what time it is. */
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
  | { readonly kind: "ALL"; readonly told: Told }
  | {
      readonly kind: "SNOOZE";
      readonly minutes: number;
      /** Until when it would put the task off, and what time it is. */
      readonly until: number;
      readonly now: number;
    }
  | { readonly kind: "TICK"; readonly itemId: string; readonly told: Told }
  | {
      readonly kind: "SKIP";
      readonly itemId: string | null;
      readonly reason: SkipReason;
      readonly hasNote: boolean;
    }
  | { readonly kind: "VALUE"; readonly value: number; readonly minute: number }
  | { readonly kind: "UNDO"; readonly done: ModelDone };

/** One on a task. */
export type OnTask = Exclude<ModelOperation, { readonly kind: "IMPORT" }>;

/** What became of an operation: a verdict, and what it may be taken back by. */
export interface ModelOutcome {
  readonly verdict: VerdictCode | "ACCEPTED";
  readonly done: ModelDone | null;
}
