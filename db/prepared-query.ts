import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { type Tables, tables } from "./tables.ts";

/** Where a value goes that is known only when the query runs. */
export type Slots<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

class Slot {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * A query that is asked with every request: built once a process, for building takes as long as a
 * quarter of its answer, and kept by the database under its name. Returns what asks it.
 */
export function prepareQuery<Values extends object, Row>(
  name: string,
  build: (from: Kysely<Tables>, slot: Slots<Values>) => Compilable<Row>,
): (em: SqlEntityManager, values: Values) => Promise<readonly Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (em, values) => {
    const connection = tables(em);
    built ??= underName(name, build(connection, (value) => sql`${new Slot(value)}`).compile());
    const named = new Map<PropertyKey, unknown>(Object.entries(values));
    const parameters = built.parameters.map((value) =>
      value instanceof Slot ? named.get(value.name) : value,
    );
    const { rows } = await connection.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

/** The comment that `hookQueries` looks for. */
function underName<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: ["/* named:", name, "*/", query.sql].join(" ") };
}
