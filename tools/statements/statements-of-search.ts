// Prints the statements of a coach's search in the exercise library as JSON: each as the database gets it, with its
// values, lists in PostgreSQL's notation. The benchmark runs them alone, next to the product
// (bench/exercises/searches.ts).
import * as z from "zod";
import { searchLibrary } from "../../activities/exercises/search-library.ts";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { findMembership } from "../../db/workspaces/queries.ts";
import { noteSent, signInSchema } from "./sent-statements.ts";

const keySchema = signInSchema.extend({ workspaceId: z.string() });

const [, , url = "", limit = "", typed = "", ...keys] = process.argv;
const sent = noteSent({ isNamed: false });
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-search" });
const { em } = database;
const found: object[] = [];
for (const { workspaceId, ...key } of keys.map((one) => keySchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  await findCaller(em.fork(), key);
  await findMembership(em.fork(), { ...key, workspaceId });
  await searchLibrary(em.fork(), {
    workspaceId,
    text: typed,
    facets: {},
    source: null,
    after: null,
    limit: Number(limit),
  });
  found.push([...sent]);
}
await database.close();
process.stdout.write(JSON.stringify(found));
