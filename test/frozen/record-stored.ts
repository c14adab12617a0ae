// Records the rows of a running stack, and a batch with its answer, for the test that a later tree continues from
// them. Run it once per released version: start the stack, play the tour, then run this with the file to write.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Client } from "pg";
import * as z from "zod";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import { readLauncherConfig } from "../../tools/launcher-config.ts";
import { findLauncher } from "../../tools/processes/launcher-lock.ts";
import { signIn } from "../../tools/stack/sign-in.ts";
import { openStackSecrets } from "../../tools/stack/stack-secrets.ts";
import { loadEnvironment } from "../../workers/config/load-environment.ts";

/** Larger tables are left out: the catalogue and its matches, which the next sync with the provider fills again. */
const MOST_ROWS = 500;

/** The fields that the description of a stack has in every version; `npm run test:upgrade` records a release. */
const Stack = z.object({
  urls: z.object({ api: z.string(), provider: z.string() }),
  database: z.object({ ownerUrl: z.string() }),
});
const registeredDevice = z.object({ data: z.object({ deviceId: z.string() }) });

const { dataDir } = readLauncherConfig(loadEnvironment());
if (findLauncher(dataDir) === null) throw new Error("No stack runs here. Start it with: npm start");
const stack = Stack.parse(JSON.parse(readFileSync(join(dataDir, "stack.json"), "utf8")));
const { superuser } = openStackSecrets(dataDir).passwords;
const owner = new URL(stack.database.ownerUrl);
const database = new Client({
  connectionString: `postgresql://postgres:${superuser}@${owner.host}${owner.pathname}`,
});
// The module's body starts sending before it reaches declarations that stand lower.
let localSequence = 0;
await database.connect();
try {
  const sent = await sendBatch();
  const stored = { issuer: stack.urls.provider, sent, ...(await readRows()) };
  writeFileSync(
    process.argv[2] ?? "stored.json.gz",
    gzipSync(JSON.stringify(stored), { level: 9 }),
  );
} finally {
  await database.end();
}

/** Registers a phone for a client who has tasks today, and sends a batch from it. */
async function sendBatch() {
  const { rows } = await database.query<{
    email: string;
    subject: string;
    relationshipId: string;
    tasks: { id: string; revision: number }[];
  }>(
    `select u.primary_email as email, identity.subject, r.id as "relationshipId",
            jsonb_agg(jsonb_build_object('id', t.id, 'revision', t.revision) order by t.id) as tasks
       from relationship r
       join app_user u on u.id = r.client_user_id
       join auth_identity identity on identity.user_id = u.id
        and identity.provider = 'email-password' and identity.unlinked_at is null
       join agenda_task t on t.relationship_id = r.id and t.status = 'PENDING'
      where r.status = 'ACTIVE' and u.primary_email is not null
      group by u.primary_email, identity.subject, r.id
      order by count(*) desc limit 1`,
  );
  const [client] = rows;
  if (client === undefined) throw new Error("Nobody has a task: play the tour first");
  const { subject, email, relationshipId, tasks } = client;
  const { accessToken } = await signIn({
    issuer: stack.urls.provider,
    clientId: "sideline-client-mobile",
    email,
  });
  const registered = await post(accessToken, "/api/v1/client/devices", {
    appSurface: "CLIENT_MOBILE",
    installationId: randomUUID(),
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
  });
  const { deviceId } = registeredDevice.parse(JSON.parse(registered)).data;
  const [{ id: taskId, revision } = { id: "", revision: 0 }] = tasks;
  const body = {
    deviceId,
    operations: [
      operation("quick-log.skip", { taskId, reason: "ILLNESS" }, revision),
      operation("quick-log.complete-task", { taskId }, revision),
      operation("quick-log.skip", { taskId: randomUUID(), reason: "ILLNESS" }),
      operation("quick-log.skip", { taskId, reason: "OTHER" }),
      operation("quick-log.no-such-operation", {}),
    ],
  };
  const path = `/api/v1/coach-client-relationships/${relationshipId}/sync`;
  return { subject, path, body: JSON.stringify(body), answer: await post(accessToken, path, body) };
}

/** Posts JSON and returns the text of the answer. Throws when the request is refused. */
async function post(token: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${stack.urls.api}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Idempotency-Key": randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} was refused: ${answer}`);
  return answer;
}

function operation(operationType: string, payload: object, expectedRevision = 1) {
  localSequence += 1;
  return {
    clientOperationId: randomUUID(),
    operationType,
    operationVersion: 1,
    localSequence,
    expectedRevision,
    clientRecordedAt: new Date().toISOString(),
    payloadChecksum: checksumOf(payload),
    payload,
  };
}

/** Every row by table, without very large tables, and the migrations that made the tables, oldest first. */
async function readRows() {
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const found = await database.query<{ rows: unknown }>(
      `select case when count(*) between 1 and ${MOST_ROWS} then jsonb_agg(to_jsonb(t)) end as rows from "${name}" t`,
    );
    if (found.rows[0]?.rows !== null) rows[name] = found.rows[0]?.rows;
  }
  const seen = await database.query<{ name: string }>(
    "select name from mikro_orm_migrations order by name",
  );
  return { migrations: seen.rows.map(({ name }) => name), rows };
}
