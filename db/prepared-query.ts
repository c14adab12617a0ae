import type { SqlEntityManager } from "@mikro-orm/postgresql";
import {
  type Compilable,
  type CompiledQuery,
  type QueryCreator,
  type RawBuilder,
  sql,
} from "kysely";
import { Line, lineOf } from "./flight.ts";
import { databaseNames, type Tables } from "./tables.ts";

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
 * quarter of its answer, and kept by the database under its name. Returns what asks it, by itself or in a flight.
 */
export function prepareQuery<Values extends object, Row>(
  name: string,
  build: (from: QueryCreator<Tables>, slot: Slots<Values>) => Compilable<Row> | RawBuilder<Row>,
): (on: SqlEntityManager | Line, values: Values) => Promise<readonly Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (on, values) => {
    const line = on instanceof Line ? on : lineOf(on);
    built ??= underName(name, build(line.tables, (value) => sql`${new Slot(value)}`).compile(line));
    const parameters = built.parameters.map((value) =>
      value instanceof Slot ? Reflect.get(values, value.name) : value,
    );
    const executor = line.getExecutor().withPlugin(databaseNames);
    const { rows } = await executor.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}

/** The comment that `hookQueries` looks for. */
function underName<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: ["/* named:", name, "*/", query.sql].join(" ") };
}
