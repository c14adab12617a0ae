import { sql } from "kysely";
import type { AgendaTask } from "../../../rules/agenda/agenda-task.ts";
import { shareName } from "../../platform/lock-name.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { TaskContent } from "./snapshot-memory.ts";

/**
 * Stores what tasks show and offer, each content once per workspace. Two statements, and none without tasks.
 *
 * The rows exist at least until the transaction ends. A trusted row is not locked, so that many tasks at once do not
 * wait for one row. The sweep spares it for a minute longer, and no transaction lasts that long. An erasure deletes at
 * once: it locks the workspace's name, which writers share.
 *
 * @returns the key of each task's snapshot.
 */
export async function storeSnapshots(tx: Tx, tasks: readonly ShownTask[]): Promise<SnapshotKeyOf> {
  const texts = new Map(tasks.map((task) => [task, textOf(task)]));
  const contents = [...new Set(texts.values())];
  const stored = contents.length === 0 ? [] : await storeContents(tx, tasks, contents);
  const keys = new Map(stored.map(({ key }, place) => [contents[place], key]));
  return (task) => {
    const key = keys.get(texts.get(task));
    if (key === undefined) throw new Error("The snapshot of a task was not stored");
    return key;
  };
}

/** The key of the stored snapshot of a task. @throws Error for a task that was not among them. */
export type SnapshotKeyOf = (task: ShownTask) => string;

/** The part of a task that its snapshot consists of. */
type ShownTask = Pick<AgendaTask, "workspaceId" | keyof TaskContent>;

/** The name that writers of a workspace's tasks share, and that an erasure locks. */
export function nameOfSnapshots(workspaceId: string): string {
  return `task-snapshots:${workspaceId}`;
}

function textOf({ workspaceId, snapshot, actionSchema }: ShownTask): string {
  return JSON.stringify({ workspace_id: workspaceId, snapshot, action_schema: actionSchema });
}

/** Writers trust a row for so long before one of them renews it. */
const TRUSTED_DAYS = 4;

/** Stores the contents, which are JSON. Returns their keys in the same order. */
async function storeContents(tx: Tx, tasks: readonly ShownTask[], contents: readonly string[]) {
  const workspaceIds = new Set(tasks.map(({ workspaceId }) => workspaceId));
  await shareName(tx, ...[...workspaceIds].map(nameOfSnapshots).toSorted());
  const statement = sql<{ readonly key: string }>`
    with given as materialized (
      select place, row.workspace_id, row.snapshot, row.action_schema, agenda_snapshot_key(
        (select secret from agenda_snapshot_setting), row.workspace_id, row.snapshot, row.action_schema) as key
      from jsonb_array_elements(${`[${contents.join(",")}]`}::jsonb) with ordinality as content (content, place)
      cross join lateral jsonb_to_record(content.content)
        as row (workspace_id uuid, snapshot jsonb, action_schema jsonb)
    ), stored as (
      insert into agenda_task_snapshot (key, workspace_id, snapshot, action_schema, trusted_until)
      select distinct on (given.key) given.key, given.workspace_id, given.snapshot, given.action_schema,
        clock_now() + make_interval(days => ${TRUSTED_DAYS})
      from given
      where not exists (
        select from agenda_task_snapshot known
        where known.key = given.key and known.trusted_until > (select clock_now()))
      order by given.key
      on conflict (key) do update set trusted_until = excluded.trusted_until
    )
    select given.key from given order by given.place`;
  return await runNamed(tx, "task-snapshots", statement);
}
