import type { CoachTaskEventType } from "../../../contract/inbox/vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { Tx } from "../../../db/transact.ts";
import { recordChanges, type TaskChange } from "../task-events.ts";
import {
  type ActedOn,
  beginTaskAct,
  type TaskActing,
  type TaskAtHand,
  type WantedAct,
} from "./begin-task-act.ts";

/** Who acts, and in which workspace. */
export type Actor = Pick<TaskActing, "workspaceId" | "byUserId" | "requestId">;

/** What is told of a task that was changed. */
export interface Told {
  readonly type: CoachTaskEventType;
  readonly metadata?: TaskChange["metadata"];
  readonly further?: readonly DomainEvent[];
}

/**
 * Changes one task that its state lets be changed.
 *
 * @returns what is told of it; null where it is as wanted already.
 * @throws Refusal before anything was changed.
 */
export type ChangeOne = (tx: Tx, atHand: TaskAtHand) => Told | null;

/** Something a coach does to tasks, one or many of them in one transaction. */
export interface TaskAct extends WantedAct {
  /** Holds what comes before relationships in the order of locks (docs/rules.md#storage-lock-order). */
  readonly hold?: (tx: Tx, actor: Actor) => Promise<void>;
  /** Reads for all tasks together what each is decided by; the number of statements is fixed. */
  readonly begin: (tx: Tx, tasks: readonly TaskAtHand[], actor: Actor) => Promise<ChangeOne>;
}

/**
 * Does something to one task.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT (closed already, another revision than was seen), RELATIONSHIP_INACTIVE,
 *   and what the act itself refuses.
 */
export async function actOnTask(tx: Tx, acting: TaskActing, taskAct: TaskAct): Promise<ActedOn> {
  await taskAct.hold?.(tx, acting);
  const atHand = await beginTaskAct(tx, acting, taskAct);
  const changeOne = await taskAct.begin(tx, [atHand], acting);
  const told = changeOne(tx, atHand);
  if (told !== null) await recordActs(tx, [{ atHand, told }], acting);
  return atHand;
}

/** Writes what became of tasks, and tells it; a fixed number of statements. */
export async function recordActs(
  tx: Tx,
  done: readonly { readonly atHand: TaskAtHand; readonly told: Told }[],
  { byUserId, requestId }: Actor,
): Promise<void> {
  const [first] = done;
  if (first === undefined) return;
  await tx.flush();
  const changes = done.map(({ atHand: { task }, told: { type, metadata = {} } }) => {
    return { task, type, byUserId, metadata };
  });
  const further = done.flatMap(({ told }) => told.further ?? []);
  await recordChanges(tx, changes, { now: first.atHand.now, requestId }, further);
}
