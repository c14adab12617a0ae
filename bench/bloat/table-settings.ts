import type { Client } from "pg";

/** Kinds of table settings that are compared. */
export const SETTINGS = {
  product: { about: "the settings of the migrations", reset: null, set: null },
  fill: {
    about: "the fill factors of the migrations, and PostgreSQL's defaults of autovacuum",
    reset: "^autovacuum",
    set: null,
  },
  defaults: { about: "PostgreSQL's defaults for every table", reset: ".", set: null },
  eager: {
    about:
      "the fill factors of the migrations, and a vacuum after 1,000 dead rows and 2 % of any table",
    reset: "^autovacuum",
    set: "autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02",
  },
} as const satisfies Record<string, Kind>;

/** The name of a kind. */
export type SettingsName = keyof typeof SETTINGS;

interface Kind {
  readonly about: string;
  /** Pattern of the migrations' settings that are reset. */
  readonly reset: string | null;
  /** Settings that every table gets. */
  readonly set: string | null;
}

/** Gives every table these settings, and rewrites it, so that its pages are filled accordingly. */
export async function applySettings(superuser: Client, name: SettingsName): Promise<void> {
  const { reset, set } = SETTINGS[name];
  const { rows } = await superuser.query<{ name: string; settings: string | null }>(
    `select oid::regclass::text as name, (
       select string_agg(option_name, ', ') from pg_options_to_table(reloptions) where option_name ~ $1) as settings
     from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'partitions') order by 1`,
    [reset],
  );
  for (const { name: table, settings } of rows) {
    if (settings !== null) await superuser.query(`alter table ${table} reset (${settings})`);
    if (set !== null) await superuser.query(`alter table ${table} set (${set})`);
  }
  await superuser.query("vacuum full");
  // Marks the pages of old rows, as they are in a table of years: later vacuums skip them.
  await superuser.query("vacuum analyze");
}
