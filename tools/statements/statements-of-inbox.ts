// Prints the statements of a coach's read of the inbox as JSON: each as the database gets it, with its values, lists
// in PostgreSQL's notation. The benchmark runs them alone, next to the product (bench/inbox/pages.ts).
import * as z from "zod";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { findInboxReader } from "../../db/inbox/views/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { openDatabase } from "../../db/open-database.ts";
import { findMembership } from "../../db/workspaces/queries.ts";
import { noteSent, signInSchema } from "./sent-statements.ts";

const keySchema = signInSchema.extend({ workspaceId: z.string() });

const [, , url = "", limit = "", ...keys] = process.argv;
const sent = noteSent({ isNamed: false });
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-inbox" });
const { em } = database;
const found: object[] = [];
for (const { workspaceId, ...key } of keys.map((one) => keySchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  const page = { workspaceId, statuses: ACTIVE_STATUSES, limit: Number(limit), after: null };
  const executor = executorOf(em.fork());
  await findCaller(executor, key);
  await findMembership(executor, { ...key, workspaceId });
  await findInboxReader(executor, { ...key, workspaceId });
  await listInbox(executor, { ...page, sort: "PRIORITY", reader: key });
  found.push([...sent]);
}
await database.close();
process.stdout.write(JSON.stringify(found));
