// Prints the statements that a read of today sends, as JSON: each as the database gets it, with its values. The
// benchmark runs them by themselves beside the product (bench/agenda/today.ts).
import pg from "pg";
import * as z from "zod";
import { findCaller } from "../db/accounts/guard/queries.ts";
import { findAgenda, findAgendaScope } from "../db/agenda/today/queries.ts";
import { openDatabase } from "../db/orm.ts";

const text = z.string();
const keySchema = z.object({
  provider: text,
  issuer: text,
  tenant: text,
  subject: text,
  providerSessionId: text,
  clientId: text,
});
const statementSchema = z.object({ name: text, text });

const [, , url = "", ...keys] = process.argv;
const sent: object[] = [];
const send: unknown = Reflect.get(pg.Client.prototype, "query");
if (typeof send !== "function") throw new TypeError("The driver has no query");
Object.defineProperty(pg.Client.prototype, "query", {
  value(this: pg.Client, ...args: readonly unknown[]): unknown {
    const [statement, values] = args;
    const named = statementSchema.safeParse(statement);
    if (named.success) sent.push({ ...named.data, values });
    return Reflect.apply(send, this, args);
  },
});
const database = openDatabase({ url, poolSize: 1, applicationName: "statements-of-today" });
const { em } = database;
const found: object[] = [];
for (const key of keys.map((one) => keySchema.parse(JSON.parse(one)))) {
  sent.length = 0;
  await findCaller(em.fork(), key);
  await findAgenda(em.fork(), { ...key, date: null, sinceSeq: null });
  await findAgendaScope(em.fork(), key);
  const [caller, day, scope] = sent;
  found.push({ caller, day, scope });
}
await database.close();
process.stdout.write(JSON.stringify(found));
