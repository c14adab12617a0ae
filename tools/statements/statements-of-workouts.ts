// Prints the statements of package reads as JSON, for each key: the guard's, the manifest's, the package's (whole and
// unchanged) and the delta's. The benchmark runs them alone, next to the product (bench/workouts/workouts.ts).
import * as z from "zod";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { findDelta, findManifest, findPackage } from "../../db/workouts/queries.ts";
import { noteSent, signInSchema } from "./sent-statements.ts";

const keySchema = signInSchema.extend({
  deviceId: z.string(),
  taskId: z.string(),
  packageChecksum: z.string(),
  sinceSeq: z.int(),
});

const [, , url = "", ...keys] = process.argv;
const sent = noteSent();
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-workouts" });
const { em } = database;
const found: object[] = [];
for (const key of keys.map((one) => keySchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  await findCaller(em.fork(), key);
  await findManifest(em.fork(), { ...key, from: null, to: null });
  await findPackage(em.fork(), { ...key, knownChecksum: null });
  await findPackage(em.fork(), { ...key, knownChecksum: key.packageChecksum });
  await findDelta(em.fork(), key);
  const [caller, manifest, whole, unchanged, delta] = sent;
  found.push({ caller, manifest, whole, unchanged, delta });
}
await database.close();
process.stdout.write(JSON.stringify(found));
