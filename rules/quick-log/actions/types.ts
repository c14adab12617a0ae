import type { QuickLogActionKind } from "../../../contract/agenda/task-actions.ts";
import type { QuickLogPayloads } from "../../../contract/quick-log/payload-schema.ts";
import type { WantedChange } from "../change-task.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  Replacement,
  TaskState,
} from "../types.ts";

/** The rules of one action, in addition to those of every action (`judge-task.ts`). */
export interface ActionRules<Kind extends QuickLogActionKind> {
  /**
   * Decides the action on a task that offers it.
   *
   * @param undoing the operation that an undo takes back, if it is known.
   */
  readonly decide: (
    state: TaskState,
    action: QuickLogAction,
    payload: QuickLogPayloads[Kind],
    undoing: Undoing | undefined,
  ) => QuickLogOutcome;
  /** How an undo takes back an accepted one; null if it cannot be undone. */
  readonly undo: TakeBack | null;
  /**
   * The fields that the action writes. A stale action is explained by them: only others' changes of these fields
   * conflict with it. Derived fields do not count.
   */
  readonly writeSet: (
    state: TaskState,
    payload: QuickLogPayloads[Kind],
    undoTarget: PastOperation | undefined,
  ) => readonly string[];
  /** Whether a task that replaced another and offers the action takes this one, apart from its item; yes if absent. */
  readonly suits?: (replacement: Replacement, payload: QuickLogPayloads[Kind]) => boolean;
}

/** The change that takes an operation back, or null if a later operation builds on it. */
export type TakeBack = (
  state: TaskState,
  target: PastOperation,
  action: QuickLogAction,
) => WantedChange | null;

/** An operation to undo, and how. */
export interface Undoing {
  readonly target: PastOperation;
  readonly takeBack: TakeBack | null;
}
