import { Client } from "pg";

/** Rows that PostgreSQL refuses to change or delete until they are repaired. */
export interface PoisonedRows {
  /**
   * Poisons the first rows of a table that are touched, one by default; each fails with this SQLSTATE, by default an
   * integrity violation.
   */
  plant(
    table: string,
    options?: { readonly rows?: number; readonly sqlState?: string },
  ): Promise<void>;
  /** Refuses rows of a table by their values, on insert too, whoever writes them. */
  refuse(table: string, condition: string): Promise<void>;
  /** Repairs the rows. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the poison. The choice of rows outlives the failing transactions: sequences store the hashes of the rows,
 * and a rollback does not reset sequences.
 */
export async function createPoisonedRows(ownerUrl: string): Promise<PoisonedRows> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    create unlogged table test_poison (place int primary key, sequence regclass not null);
    create function test_poison() returns trigger language plpgsql security definer as $$
    declare
      hash bigint := abs(hashtextextended(to_jsonb(old)::text, 0)) % 1000000000 + 2;
      slot record;
      marked bigint;
    begin
      for slot in select * from test_poison order by place loop
        execute format('select last_value from %s', slot.sequence) into marked;
        if marked = 1 then
          -- A sequence keeps its value when the transaction rolls back.
          perform setval(slot.sequence, hash);
          marked := hash;
        end if;
        if marked = hash then
          raise exception 'poisoned' using errcode = tg_argv[0];
        end if;
      end loop;
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end $$`);
  let poisoned: string | null = null;
  let refused: string | null = null;
  const remove = async () => {
    if (refused !== null) await client.query(`alter table ${refused} drop constraint test_refused`);
    refused = null;
    if (poisoned === null) return;
    await client.query(`drop trigger test_poison on ${poisoned}`);
    const { rows } = await client.query<{ sequence: string }>(
      "delete from test_poison returning sequence::text",
    );
    for (const { sequence } of rows) await client.query(`drop sequence ${sequence}`);
    poisoned = null;
  };
  return {
    async plant(table, { rows = 1, sqlState = "23000" } = {}) {
      await remove();
      for (let place = 0; place < rows; place += 1) {
        await client.query(`create sequence test_poison_${place}`);
        await client.query("insert into test_poison values ($1, $2)", [
          place,
          `test_poison_${place}`,
        ]);
      }
      await client.query(
        `create trigger test_poison before update or delete on ${table}
         for each row execute function test_poison('${sqlState}')`,
      );
      poisoned = table;
    },
    async refuse(table, condition) {
      await remove();
      await client.query(
        `alter table ${table} add constraint test_refused check (not (${condition})) not valid`,
      );
      refused = table;
    },
    remove,
    close: () => client.end(),
  };
}
