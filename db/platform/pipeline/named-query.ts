import type { CompiledQuery } from "kysely";

/**
 * Names a query, so that PostgreSQL parses and plans it once per connection. A name belongs to one text. Queues and
 * slices have none, because they need a plan for the rows that wait just then.
 */
export function underName<Row>(name: string | null, query: CompiledQuery<Row>): NamedQuery<Row> {
  return { ...query, name };
}

interface NamedQuery<Row> extends CompiledQuery<Row> {
  readonly name: string | null;
}

/** The name of a query, if it has one. */
export function nameOf(query: CompiledQuery): string | null {
  return "name" in query && typeof query.name === "string" ? query.name : null;
}
