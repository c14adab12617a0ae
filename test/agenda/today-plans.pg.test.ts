import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { findCaller } from "../../db/accounts/guard/queries.ts";
import { findAgenda, findAgendaScope, listAgendas } from "../../db/agenda/today/queries.ts";
import { signInOf } from "../factories/agenda/read-notices.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase(), { poolSize: 1 });

/** PostgreSQL uses custom plans this many times before it considers a generic plan. */
const FIRST = 5;

test("The statements of today are planned once per connection, not on each execution", async () => {
  const scope = await buildScope(em);
  const key = await signInOf(em, scope.relationshipId);
  const { localDate: day } = scope.agenda;
  for (let turn = 0; turn < 2 * FIRST; turn += 1) {
    await findCaller(em.fork(), key);
    await findAgendaScope(em.fork(), key);
    for (const sinceSeq of [null, 1]) {
      await findAgenda(em.fork(), { ...key, date: null, sinceSeq });
      await listAgendas(em.fork(), { ...key, from: day, to: day, sinceSeq });
    }
  }
  const { rows } = await sql<{ name: string; planned: number }>`
    select name, custom_plans::int as planned from pg_prepared_statements
    where name = 'caller' or name ~ '^agenda-(of-day|range|scope)' order by name`.execute(
    em.fork().getKysely(),
  );
  expect(rows).toEqual(
    [
      "agenda-of-day",
      "agenda-of-day-since",
      "agenda-range",
      "agenda-range-since",
      "agenda-scope",
      "caller",
    ].map((name) => ({ name, planned: FIRST })),
  );
});
