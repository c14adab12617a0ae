import { QUICK_LOG_ACTIONS } from "../../contract/agenda/task-actions.ts";
import { UNDO_WINDOW_HOURS } from "../../contract/quick-log/vocabulary.ts";
import type { Action, OperationState } from "../../device/outbox/types.ts";
import type { ExpectedTask, TodayTask } from "../../device/read/types.ts";
import { completeItem, completeTask } from "./actions.ts";
import {
  type CardAction,
  type CardItem,
  type CardPhotos,
  type CardTask,
  readTask,
} from "./read-task.ts";

/** The content of a task's card: the accepted task, its expected state, and refused entries. */
export function cardOf(task: TodayTask, operations: readonly OperationState[], now: number): Card {
  const accepted = readTask(task.accepted);
  const { expected } = task;
  const own = operations.filter(({ payload }) => payload?.["taskId"] === task.taskId);
  return {
    task: accepted,
    expected,
    status: expected?.status ?? accepted.status,
    items: accepted.items.map((item) => withExpectation(item, expected)),
    waiting: task.waiting,
    plane: task.waiting > 0 ? "WAITING" : "SENT",
    refused: own.filter(({ clientOperationId }) => task.refused.includes(clientOperationId)),
    undoable: findUndoable(own, now),
    operations: own.map(({ clientOperationId }) => clientOperationId),
  };
}

/** A task as its card shows it. */
export interface Card {
  readonly task: CardTask;
  readonly expected: ExpectedTask | null;
  /** The expected status, otherwise the accepted one. It decides which actions are offered. */
  readonly status: string;
  readonly items: readonly ExpectedItem[];
  readonly waiting: number;
  /** The plane of the values that differ from the accepted task. */
  readonly plane: "WAITING" | "SENT";
  readonly refused: readonly OperationState[];
  /** The newest entry of this device that can be undone. */
  readonly undoable: OperationState | null;
  /** The entries of this device on the task. */
  readonly operations: readonly string[];
}

/** An item with its expected status. */
export interface ExpectedItem extends CardItem {
  readonly acceptedStatus: string;
}

/** Whether the client can still act on the task. */
export function isOpen({ status }: Pick<Card, "status">): boolean {
  return status === "PENDING" || status === "IN_PROGRESS";
}

/** The action, if the task offers it in this scope, and if there are as many photos as it needs. */
export function offeredAction(
  { task }: Card,
  kind: keyof typeof QUICK_LOG_ACTIONS,
  {
    scope = QUICK_LOG_ACTIONS[kind].scope,
    photos = 0,
  }: { readonly scope?: string; readonly photos?: number } = {},
): CardAction | null {
  const offered = task.actions.find((action) => action.kind === kind && action.scope === scope);
  return offered === undefined || (offered.photos?.least ?? 0) > photos ? null : offered;
}

/** The photos that the task takes with its entries; null if it takes none. */
export function photosOf({ actions }: CardTask): CardPhotos | null {
  return actions.find(({ photos }) => photos !== null)?.photos ?? null;
}

/** The action with these photos, if it takes any. */
export function withPhotos(action: Action, { actions }: CardTask, chosen: readonly string[]) {
  const isTaken = actions.some(
    ({ kind, photos }) =>
      photos !== null &&
      isKind(kind) &&
      QUICK_LOG_ACTIONS[kind].operationType === action.operationType,
  );
  return isTaken && chosen.length > 0 ? { ...action, attachments: chosen } : action;
}

function isKind(kind: string): kind is keyof typeof QUICK_LOG_ACTIONS {
  return Object.hasOwn(QUICK_LOG_ACTIONS, kind);
}

/** Items that "tick all" would complete, as far as this device knows. */
export function bulkItems({ items }: Card): readonly ExpectedItem[] {
  return items.filter(
    ({ status, bulkEligible, inputs }) =>
      status === "PENDING" && bulkEligible && inputs.every(({ required }) => !required),
  );
}

/** The action that the card offers first, with nothing left to enter; null if there is none. */
export function firstAction(card: Card): Action | null {
  if (!isOpen(card)) return null;
  const { task } = card;
  if (offeredAction(card, "COMPLETE_TASK") !== null) return completeTask(task);
  const next = bulkItems(card)[0];
  if (next === undefined || offeredAction(card, "COMPLETE_ITEM") === null) return null;
  return completeItem(task, next.itemId, {});
}

function withExpectation(item: CardItem, expected: ExpectedTask | null): ExpectedItem {
  const own = expected?.items.find(({ itemId }) => itemId === item.itemId);
  return { ...item, acceptedStatus: item.status, status: own?.status ?? item.status };
}

const UNDO = QUICK_LOG_ACTIONS.UNDO.operationType;
const NEVER_UNDONE: readonly string[] = [UNDO, QUICK_LOG_ACTIONS.OPEN_STRUCTURED_LOG.operationType];
const WINDOW_MS = UNDO_WINDOW_HOURS * 3_600_000;

/** Entries are undone newest first, because a later one may build on an earlier one. */
function findUndoable(own: readonly OperationState[], now: number): OperationState | null {
  const counts = own.filter(({ status }) => status !== "DISCARDED" && !isRefused(status));
  const undone = new Set(
    counts
      .filter(({ operationType }) => operationType === UNDO)
      .map(({ payload }) => payload?.["undoesClientOperationId"]),
  );
  const last = counts
    .filter(({ operationType }) => !NEVER_UNDONE.includes(operationType))
    .findLast(({ clientOperationId }) => !undone.has(clientOperationId));
  return last !== undefined && now - last.recordedAt < WINDOW_MS ? last : null;
}

/** Whether the server refused the entry. */
function isRefused(status: OperationState["status"]): boolean {
  return status === "REJECTED" || status === "CONFLICTED";
}
