// Prints the statements of quick-log's reads as JSON: for each key, a read of one task, whole and unchanged, and a
// page of the history. The benchmark runs them alone, next to the product (bench/quick-log/quick-log.ts).
import * as z from "zod";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { openDatabase } from "../../db/open-database.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { findTaskLog } from "../../db/agenda/task-log/queries.ts";
import { noteSent, signInSchema } from "./sent-statements.ts";

const keySchema = signInSchema.extend({ taskId: z.string(), revision: z.int() });
const pageSchema = z.object({ relationshipId: z.string(), from: z.string(), to: z.string() });

const [, , url = "", page = "", ...keys] = process.argv;
const sent = noteSent();
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-quick-log" });
const { em } = database;
const tasks: object[] = [];
for (const { revision, ...key } of keys.map((one) => keySchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  await findCaller(em.fork(), key);
  await findTaskLog(executorOf(em.fork()), { ...key, knownRevision: null });
  await findTaskLog(executorOf(em.fork()), { ...key, knownRevision: revision });
  const [caller, whole, unchanged] = sent;
  tasks.push({ caller, whole, unchanged });
}
sent.length = 0;
const all = { taskKind: null, status: null, itemId: null, after: null, limit: 51 };
await listQuickLogHistory(em.fork(), { ...pageSchema.parse(JSON.parse(page)), ...all });
const [history] = sent;
await database.close();
process.stdout.write(JSON.stringify({ tasks, history }));
