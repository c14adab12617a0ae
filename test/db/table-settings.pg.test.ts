import { expect, test } from "@jest/globals";
import { tableSettings, type TableSettings } from "../../db/table-settings.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { withKeptClient } from "../harness/kept-client.ts";

const { ownerUrl } = await useOwnDatabase();

test("Every table of the product has exactly the storage settings that the code states, the others none", async () => {
  const { rows } = await withKeptClient(ownerUrl, (owner) =>
    owner.query<{ table: string; settings: TableSettings }>(
      `select c.relname as table, jsonb_object_agg(one.option_name, one.option_value::float8) as settings
     from pg_class c, pg_options_to_table(c.reloptions) one
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.relname`,
    ),
  );
  const live = Object.fromEntries(rows.map(({ table, settings }) => [table, settings]));
  expect(live).toEqual(tableSettings());
});
