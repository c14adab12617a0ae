import { expect, test } from "@jest/globals";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";

const { ownerUrl } = await useOwnDatabase();
const owner = await useClient(ownerUrl);

test.each([
  ["outbox", ["available_at", "attempts", "last_error", "dead_at"]],
  ["relationship_calendar", ["look_at"]],
])(
  "no row of %s can refuse a new instant or count, so one statement updates many without isolating any",
  async (table, columns) => {
    expect(await boundBy(table, columns)).toEqual([]);
  },
);

test("a column that a constraint binds is found (planted)", async () => {
  await owner.query("begin");
  await owner.query("alter table outbox add constraint planted check (attempts < 10)");
  expect(await boundBy("outbox", ["attempts"])).toEqual(["planted"]);
  await owner.query("rollback");
});

/** Names of constraints and triggers that a change of these columns of a table could violate or fire. */
async function boundBy(table: string, columns: readonly string[]): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select c.conname as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.conrelid = $1::regclass and a.attname = any($2) and c.contype <> 'n'
     union
     select t.tgname from pg_trigger t
      where t.tgrelid = $1::regclass and not t.tgisinternal and t.tgtype & 16 <> 0`,
    [table, columns],
  );
  return rows.map(({ name }) => name);
}
