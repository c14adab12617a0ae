import type { Client } from "pg";

/** Kinds of table settings that are compared. */
export const SETTINGS = {
  product: { about: "the settings of the migrations", statement: null },
  defaults: { about: "PostgreSQL's defaults for every table", statement: "reset (fillfactor)" },
  eager: {
    about: "the settings of the migrations, and a vacuum after 1,000 dead rows and 2 % of a table",
    statement:
      "set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.05)",
  },
} as const satisfies Record<string, { readonly about: string; readonly statement: string | null }>;

/** The name of a kind. */
export type SettingsName = keyof typeof SETTINGS;

/** Gives every table these settings, and rewrites it, so that its pages are filled accordingly. */
export async function applySettings(superuser: Client, name: SettingsName): Promise<void> {
  const { statement } = SETTINGS[name];
  const { rows } = await superuser.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  for (const table of rows)
    if (statement !== null) await superuser.query(`alter table ${table.name} ${statement}`);
  await superuser.query("vacuum full analyze");
}
