import type { MessageLanguage } from "../../language-of.ts";
import type { EventType } from "../../outbox/vocabulary.ts";
import type { RequiredPayload, TaskItemKind, TaskSourceContext } from "../vocabulary.ts";

/**
 * Defines a kind of dated tasks. Its actions stand in `TASK_ACTIONS`, its content in the schema of its plans'
 * (contract/plans/content-schema.ts).
 */
export function defineTaskKind(definition: TaskKindDefinition): DefinedTaskKind {
  return { itemKind: null, result: null, ...definition };
}

/** A definition may leave out the items and the result that its tasks do not have. */
export type TaskKindDefinition = Omit<DefinedTaskKind, "itemKind" | "result"> &
  Partial<DefinedTaskKind>;

/** A kind of dated tasks (docs/rooms/agenda.md#tasks). */
export interface DefinedTaskKind {
  /** How a sentence to a coach names such a task. */
  readonly name: Readonly<Record<MessageLanguage, string>>;
  /** The context that owns its subject. */
  readonly sourceContext: TaskSourceContext;
  /** The client app's screen that opens a task, in addition to its id (docs/rooms/agenda.md#today). */
  readonly destination: `/today/${string}`;
  /** Kind of the parts that are ticked one by one; null if there are none. */
  readonly itemKind: TaskItemKind | null;
  /**
   * Metrics that a task may have. `SEVERAL`: its own screen records them, and each start of it counts until a value
   * arrives.
   */
  readonly metrics: "NONE" | "ONE" | "SEVERAL";
  /**
   * The result of its own screen that completes a task; null if a tap, its items or its value do. A form without a
   * required question needs no submission.
   */
  readonly result: Exclude<RequiredPayload, "NOTHING" | "ITEMS" | "VALUE"> | null;
  /** The event that follows if its day closes with missed tasks of the kind, in addition to the day's own; or null. */
  readonly missedEvent: EventType | null;
}
