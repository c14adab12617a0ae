import { sql } from "kysely";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { firstRow } from "../../../../db/platform/transactions/transact.ts";
import { at } from "../model/terms.ts";
import type { Stage, World } from "../model/world.ts";
import { queued, submit } from "../sync.ts";
import { receiptsOfBatches } from "../receipts/stored-receipts.ts";
import { verdictsOf } from "../verdicts.ts";

/** One round of a race; it fails if an invariant of every order is broken. */
export type Race = (stage: Stage, round: number) => Promise<void>;

/** A sip of water at a minute. */
export const sip = (taskId: string, minute: number) =>
  queued("quick-log.record-value", {
    taskId,
    metricKind: "WATER",
    value: 100,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
  });

/** Sips at these minutes. */
export const sips = (taskId: string, minutes: readonly number[]) =>
  minutes.map((minute) => sip(taskId, minute));

/** The answer to a phone's newest device: verdicts, or the code of the refusal. */
export function send(
  stage: Stage,
  world: World,
  sending: {
    readonly phone: number;
    readonly operations: readonly Operation[];
    readonly connection?: number;
    readonly deviceId?: string;
  },
) {
  const { phone, operations, connection = phone } = sending;
  const { userId, deviceIds } = at(world.phones, phone);
  const { relationshipId } = at(world.scopes, phone === 3 ? 1 : 0);
  const deviceId = sending.deviceId ?? deviceIds.at(-1) ?? "";
  const from = { relationshipId, deviceId, clientUserId: userId };
  return submit(at(stage.connections, connection), from, operations).then(
    ({ results }) => results,
    (error: unknown) => (error instanceof Error ? error.message : "unknown"),
  );
}

/** Codes of an answer, or its refusal. */
export const verdicts = (answer: Awaited<ReturnType<typeof send>>) =>
  typeof answer === "string" ? answer : verdictsOf(answer);

/** Counts the rows of the first relationship. */
export async function traces({ em }: Stage, world: World) {
  const { relationshipId, waterId } = at(world.scopes, 0);
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from ${receiptsOfBatches} known
        where relationship_id = ${relationshipId}) as receipts,
      (select count(*)::int from sync_batch where relationship_id = ${relationshipId}) as batches,
      (select count(*)::int from sync_batch where relationship_id = ${relationshipId}
        and status = 'ADMITTED') as admitted,
      (select count(*)::int from quick_log_operation
        where source_type is not null and task_id = ${waterId}) as values,
      (select count(*)::int from test_note where relationship_id = ${relationshipId}) as notes,
      (select revision from agenda_task where id = ${waterId}) as revision,
      (select coalesce((completion_summary -> 'value' ->> 'entryCount')::int, 0)
        from agenda_task where id = ${waterId}) as standing,
      (select seq::int from relationship_scope where relationship_id = ${relationshipId}) as seq,
      (select count(*)::int from scope_change where relationship_id = ${relationshipId}) as changes
  `.execute(em.fork().getKysely());
  return firstRow(rows);
}
