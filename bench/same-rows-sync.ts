// The other baseline of `npm run bench`, in a separate process. One Express route parses a batch and checks its
// checksums as the product does. One statement then writes the same rows into the product's own tables as an admitted
// and settled batch. It has no guard, no lock, no rules, no outbox and no Temporal. Input from the benchmark: the
// database's URL, and on its standard input the rows to write. Output: its port.
import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import express from "express";
import { Pool } from "pg";
import { z } from "zod";
import { canonicalForm } from "../contract/canonical-form.ts";
import { QUICK_LOG_PAYLOADS } from "../contract/quick-log/payload-schema.ts";
import { syncRequestSchema } from "../contract/sync/schema.ts";
import { bear, fill, type Filling, parameter } from "./same-rows/fill.ts";
import { SameRowsPlan } from "./same-rows/plan.ts";

const plan = SameRowsPlan.parse(JSON.parse(await text(process.stdin)));
const pool = new Pool({ connectionString: process.argv[2], max: 10, idleTimeoutMillis: 0 });
const app = express().use(express.text({ limit: "1mb", type: "application/json" }));
const payloadSchema = QUICK_LOG_PAYLOADS.RECORD_VALUE;
const textSchema = z.string();
const ownerSchema = z.object({ lineageId: z.string(), userId: z.string() });
const latest = new Map<string, Promise<void>>();
const owners = new Map<string, Promise<ReadonlyMap<string, string>>>();

app.post("/relationships/:relationshipId/sync", async (request, response) => {
  const body = textSchema.parse(request.body);
  const { deviceId, operations } = syncRequestSchema.parse(JSON.parse(body));
  const relationshipId = textSchema.parse(request.params["relationshipId"]);
  const sent = operations.map((operation) => {
    const form = canonicalForm(operation.payload);
    const digest = createHash("sha256").update(form).digest("hex");
    if (`sha-256:${digest}` !== operation.payloadChecksum)
      throw new Error("The payload has another checksum");
    const { taskId } = payloadSchema.parse(operation.payload);
    const { clientOperationId, payloadChecksum } = operation;
    const known = new Map([
      ["clientOperationId", clientOperationId],
      ["payloadChecksum", payloadChecksum],
      ["taskId", taskId],
    ]);
    return { known, text: form };
  });
  const phone = new Map([
    ["deviceId", deviceId],
    ["relationshipId", relationshipId],
    ...(await ownerOf(deviceId)),
  ]);
  const filling: Filling = { phone, ...bear(plan.born, sent, { deviceId, body }) };
  const values = [...valuesOf(filling)];
  await inLine(deviceId, () => pool.query({ name: "same-rows", text: plan.sql, values }));
  response.type("json").send(fill(plan.answer, filling, null));
});

/** The owner of a device, queried once. */
function ownerOf(deviceId: string): Promise<ReadonlyMap<string, string>> {
  const known = owners.get(deviceId);
  if (known !== undefined) return known;
  const queried = pool
    .query(`select lineage_id as "lineageId", user_id as "userId" from device where id = $1`, [
      deviceId,
    ])
    .then(({ rows: [owner] }) => new Map(Object.entries(ownerSchema.parse(owner))));
  owners.set(deviceId, queried);
  return queried;
}

/** Batches of one device run in sequence, because each continues the counters of the one before. */
async function inLine(deviceId: string, work: () => Promise<unknown>): Promise<void> {
  const before = latest.get(deviceId);
  const done = Promise.withResolvers<void>();
  latest.set(deviceId, done.promise);
  await before;
  try {
    await work();
  } finally {
    done.resolve();
  }
}

function valuesOf(filling: Filling): readonly string[] {
  const { phone, ops } = filling;
  const rows = ops.map((_, ordinal) => {
    const row: Record<string, string | number> = { ordinal };
    for (const { name, given } of plan.ops) row[name] = parameter(given, filling, ordinal);
    return row;
  });
  const ids = ["deviceId", "relationshipId"].map((name) => phone.get(name) ?? "");
  const batch = plan.batch.map((given) => parameter(given, filling, null));
  return [...ids, JSON.stringify(rows), ...batch];
}

const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
});
