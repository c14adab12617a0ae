// The baseline of `npm run bench`, in a separate process. One Express route parses a batch with the same schema,
// checks the same checksums, and writes receipts, values and tasks with one set-based statement. It has no guard, no
// lock, no rules, no history and no follow-up work. With an issuer, it runs behind the product's guard, which
// measures a lookup behind a guard. Input from the benchmark: the database's URL, and the issuer or nothing. Output:
// its port.
import { createHash } from "node:crypto";
import express from "express";
import { Pool } from "pg";
import { z } from "zod";
import { canonicalForm } from "../contract/canonical-form.ts";
import { QUICK_LOG_PAYLOADS } from "../contract/quick-log/payload-schema.ts";
import { syncRequestSchema } from "../contract/sync/schema.ts";
import { openGuard } from "./open-guard.ts";

const Answer = z.object({ results: z.array(z.unknown()) });

/** Receipts are looked up one by one by operation, so the size of a device's history does not matter. */
const ADMIT = `
  with sent as materialized (
    select op.*, known.id as known_id, known.checksum as known_checksum, known.revision as known_revision
      from json_to_recordset($2::json) as op (ordinal int, client_operation_id text, task_id uuid,
        type text, version int, expected_revision int, checksum text, value numeric, unit text,
        recorded_at timestamptz)
      join plain_device device on device.id = $1::uuid and device.status = 'ACTIVE'
      left join lateral (
        select * from plain_receipt r
         where r.device_id = $1::uuid and r.client_operation_id = op.client_operation_id limit 1
      ) known on true),
  moved as (
    update plain_task task
       set revision = task.revision + 1, status = 'IN_PROGRESS', value = sent.value, changed_at = now()
      from sent
     where task.id = sent.task_id and task.id = any($3::uuid[]) and sent.known_id is null
       and task.revision >= sent.expected_revision
    returning task.id, task.revision),
  receipt as (
    insert into plain_receipt
    select uuidv7(), $1::uuid, sent.client_operation_id, sent.task_id, sent.type, sent.version,
           sent.expected_revision, sent.checksum, 'ACCEPTED', moved.revision, sent.recorded_at, now()
      from sent join moved on moved.id = sent.task_id
    returning id, client_operation_id, revision),
  entry as (
    insert into plain_value
    select uuidv7(), receipt.id, sent.task_id, sent.value, sent.unit, sent.recorded_at
      from sent join receipt using (client_operation_id))
  select coalesce(json_agg(json_build_object(
           'clientOperationId', sent.client_operation_id,
           'status', case when receipt.id is not null then 'ACCEPTED'
                          when sent.known_id is null then 'CONFLICT'
                          when sent.known_checksum = sent.checksum then 'ALREADY_ACCEPTED'
                          else 'REJECTED' end,
           'receiptId', coalesce(receipt.id, sent.known_id),
           'acceptedRevision', coalesce(receipt.revision, sent.known_revision),
           'canonicalIds', '[]'::json,
           'refetch', json_build_array(json_build_object('entityType', 'agenda_task', 'entityId',
             sent.task_id, 'path', '/api/v1/client/today', 'reason', 'CHANGED'))) order by sent.ordinal),
         '[]') as results
    from sent left join receipt using (client_operation_id)`;

const [, , databaseUrl = "", issuer] = process.argv;
const guard = issuer === undefined ? null : await openGuard(databaseUrl, issuer);
const pool = new Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 0 });
const app = express().use(express.json({ limit: "1mb" }));
const payloadSchema = QUICK_LOG_PAYLOADS.RECORD_VALUE;

app.post("/relationships/:relationshipId/sync", async (request, response) => {
  await guard?.(request);
  const { deviceId, operations } = syncRequestSchema.parse(request.body);
  const rows = operations.map((operation, ordinal) => {
    const digest = createHash("sha256").update(canonicalForm(operation.payload)).digest("hex");
    if (`sha-256:${digest}` !== operation.payloadChecksum)
      throw new Error("The payload has another checksum");
    const { taskId, value, unit, recordedAt } = payloadSchema.parse(operation.payload);
    return {
      ordinal,
      client_operation_id: operation.clientOperationId,
      task_id: taskId,
      type: operation.operationType,
      version: operation.operationVersion,
      expected_revision: operation.expectedRevision ?? 0,
      checksum: operation.payloadChecksum,
      value,
      unit,
      recorded_at: recordedAt,
    };
  });
  const taskIds = rows.map((row) => row.task_id);
  const values = [deviceId, JSON.stringify(rows), taskIds];
  // Prepared by name, as the product's pool does with frequent statements.
  const answer = await pool.query({ name: "admit", text: ADMIT, values });
  response.json({ data: Answer.parse(answer.rows[0]) });
});

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
