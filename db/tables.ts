import type { Opt, SqlEntityManager } from "@mikro-orm/postgresql";
import { CamelCasePlugin, type ColumnType, type Kysely } from "kysely";

/**
 * The tables as the query builder sees them, inferred from the entities. Columns have the names of their properties,
 * values the types that the driver returns (`platform/column-parsers.ts`).
 */
export type Tables = {
  readonly [Name in keyof EntityOf]: EntityOf[Name] extends new () => infer Entity
    ? Columns<Entity>
    : never;
};

/**
 * Holds the type of all entities once `entities.ts` has declared it here. Every room reads its tables through this
 * file, so an import of the entities would make each room depend on all others.
 */
export interface Registered {
  readonly [name: string]: unknown;
}

type EntityOf = Registered extends { readonly entities: infer All } ? All : never;

type Columns<Entity> = { readonly [Name in keyof Entity & string]: Column<Entity[Name]> };

/** A column; one with a default may be left out when a row is inserted. */
type Column<Value> = [Extract<Value, Opt>] extends [never]
  ? ColumnType<Value, Written<Value>, Written<Value>>
  : ColumnType<Bare<Value>, Written<Bare<Value>> | undefined, Written<Bare<Value>>>;

type Bare<Value> = Value extends Opt<infer Own> ? Own : Value;

/** The values that a column accepts; text[] takes an array, and jsonb only the result of `json()`. */
type Written<Value> = Value extends null | boolean | number | string | Date | Uint8Array
  ? Value
  : Value extends readonly (infer Entry extends string)[]
    ? readonly Entry[]
    : JsonOf<Value>;

/** A value for a jsonb column: the driver alone would write an array as text[]. */
export interface JsonOf<Value> {
  readonly jsonb: Value;
}

/** Names of tables and columns in the database's spelling; keys inside jsonb stay unchanged. */
export const databaseNames = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** The query builder over the tables, within the open transaction if there is one. */
export function tables(em: SqlEntityManager): Kysely<Tables> {
  return em.getKysely<Tables>().withPlugin(databaseNames);
}
