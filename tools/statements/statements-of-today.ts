// Prints the statements of a read of today as JSON: each as the database gets it, with its values. The benchmark runs
// them alone, next to the product (bench/agenda/today.ts).
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { findAgenda, findAgendaScope } from "../../db/agenda/today/queries.ts";
import { openDatabase } from "../../db/open-database.ts";
import { noteSent, signInSchema } from "./sent-statements.ts";

const [, , url = "", ...keys] = process.argv;
const sent = noteSent();
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-today" });
const { em } = database;
const found: object[] = [];
for (const key of keys.map((one) => signInSchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  await findCaller(em.fork(), key);
  await findAgenda(em.fork(), { ...key, date: null, sinceSeq: null });
  await findAgendaScope(em.fork(), key);
  const [caller, day, scope] = sent;
  found.push({ caller, day, scope });
}
await database.close();
process.stdout.write(JSON.stringify(found));
