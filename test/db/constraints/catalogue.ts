import { Client } from "pg";
import { z } from "zod";

/** A constraint, or a unique index without one, from the catalogue of PostgreSQL. */
export interface CatalogueEntry {
  readonly name: string;
  readonly table: string;
  readonly kind: "CHECK" | "FOREIGN_KEY" | "PRIMARY_KEY" | "UNIQUE";
  /** Its SQL. */
  readonly definition: string;
  /** The table that a foreign key references. */
  readonly parent: string | null;
}

const entriesSchema = z.array(
  z.strictObject({
    name: z.string(),
    table: z.string(),
    kind: z.enum(["CHECK", "FOREIGN_KEY", "PRIMARY_KEY", "UNIQUE"]),
    definition: z.string(),
    parent: z.string().nullable(),
  }),
);

/** Every constraint of the product's tables, and every unique index without a constraint. */
export async function readCatalogue(ownerUrl: string): Promise<readonly CatalogueEntry[]> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select conname as name, conrelid::regclass::text as table,
        case contype when 'c' then 'CHECK' when 'f' then 'FOREIGN_KEY' when 'p' then 'PRIMARY_KEY'
          else 'UNIQUE' end as kind,
        pg_get_constraintdef(oid) as definition,
        case contype when 'f' then confrelid::regclass::text end as parent
      from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u')
      union all
      select indexrelid::regclass::text, indrelid::regclass::text, 'UNIQUE', pg_get_indexdef(indexrelid), null
      from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by 3, 2, 1`);
    return entriesSchema.parse(rows);
  } finally {
    await client.end();
  }
}

/** The word lists in a CHECK, each under `<constraint>.<column>`, in the order of the text. */
export function checkedLists({ name, definition }: CatalogueEntry) {
  const lists = definition.matchAll(/(\w+) (?:=|<@) (?:ANY )?\(?ARRAY\[([^\]]*)\]/g);
  return [...lists].map(([, column = "", words = ""]) => ({
    key: `${name}.${column}`,
    words: [...words.matchAll(/'([^']*)'::/g)].map(([, word = ""]) => word),
  }));
}

/** Whether a CHECK does more than list the words of a column. */
export function saysMore({ definition }: CatalogueEntry): boolean {
  const rest = definition.replaceAll(/\w+ (?:=|<@) (?:ANY )?\(?ARRAY\[[^\]]*\]\)?/g, "");
  return /\w/.test(rest.replace("CHECK", ""));
}
