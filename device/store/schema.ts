/** The schema of this version of the library. Its scripts are loaded only if a database is new or older. */
export const SCHEMA: Schema = {
  version: 2,
  scripts: async () => (await import("./migrations.ts")).MIGRATIONS,
};

/** The version of a schema, and the scripts that lead to it. */
export interface Schema {
  /** The number of scripts. */
  readonly version: number;
  readonly scripts: () => Promise<readonly string[]>;
}
