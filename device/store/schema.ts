/** The schema of this version of the library. */
export const SCHEMA: Schema = { version: 3 };

/** The version of a schema, and the scripts that lead to it. */
export interface Schema {
  /** The number of scripts. */
  readonly version: number;
  /** The scripts of this version of the library unless given. */
  readonly scripts?: readonly string[];
}
