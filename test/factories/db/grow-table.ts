import type { Client } from "pg";

/**
 * Copies rows of a table many times under new ids, as if many others had written them. Does not update statistics.
 *
 * @param which SQL condition of the rows to copy.
 */
export async function growTable(
  superuser: Client,
  table: string,
  { which, times }: { readonly which: string; readonly times: number },
): Promise<void> {
  const { rows: columns } = await superuser.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name).join(", ");
  const copies = columns.map(({ name, type }) =>
    type === "uuid" ? `case when ${name} is not null then gen_random_uuid() end` : name,
  );
  await superuser.query("begin");
  // Foreign keys are not checked: only the number of rows matters.
  await superuser.query("set local session_replication_role = replica");
  await superuser.query(
    `insert into ${table} (${names})
     select ${copies.join(", ")} from ${table}, generate_series(1, $1::int) where ${which}`,
    [times],
  );
  await superuser.query("commit");
}
