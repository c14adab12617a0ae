import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { hash } from "node:crypto";
import { taskId } from "../../../contract/agenda/task-id.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { dayAfter } from "../../../rules/local-day.ts";
import type { BuiltAgenda } from "../plans/plans.ts";
import { putTaskLike, setNewestDay } from "./structured-task.ts";
import { queued } from "../sync/sync.ts";

const SOURCE_KEY = "later";

/** A day, and the id of one of its habits that does not exist yet. */
export interface LaterTask {
  readonly id: string;
  readonly localDate: string;
}

interface Owner {
  readonly relationshipId: string;
  readonly agenda: BuiltAgenda;
}

/** A habit this many days after the newest day of a relationship, the day of its agenda. */
export async function laterTask(
  em: SqlEntityManager,
  { relationshipId, agenda }: Owner,
  days: number,
): Promise<LaterTask> {
  await setNewestDay(em, relationshipId, agenda.localDate);
  const steps = Array.from({ length: days });
  const localDate = steps.reduce<string>((day) => dayAfter(day), agenda.localDate);
  const key = { relationshipId, localDate, taskKind: "HABIT", sourceKey: SOURCE_KEY } as const;
  const id = await taskId(key, (bytes) => new Uint8Array(hash("sha256", bytes, "buffer")));
  return { id, localDate };
}

/** Creates the habit, as opening its day would. */
export async function openLaterTask(
  em: SqlEntityManager,
  { agenda: { habit } }: Owner,
  { id, localDate }: LaterTask,
): Promise<void> {
  const kind = { task_kind: "HABIT", action_schema: habit.actionSchema };
  await putTaskLike(em, habit, { id, local_date: localDate, source_key: SOURCE_KEY, ...kind });
}

/** An operation that names no revision. */
export function blind(
  operationType: string,
  payload: Record<string, unknown>,
  changes: Partial<Operation> = {},
): Operation {
  const { expectedRevision: _none, ...operation } = queued(operationType, payload);
  return { ...operation, ...changes };
}
