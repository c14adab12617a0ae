import { type RawBuilder, sql } from "kysely";
import type { InboxSort } from "../../contract/inbox/vocabulary.ts";
import { wireInstant } from "../platform/transactions/transact.ts";

/** A column that orders the inbox. */
interface OrderTerm {
  readonly name: string;
  readonly column: string;
  readonly type: "boolean" | "int" | "text" | "timestamptz" | "uuid";
  readonly isDescending: boolean;
}

const ID: OrderTerm = { name: "id", column: "t.id", type: "uuid", isDescending: false };
const URGENT: OrderTerm = {
  name: "urgent",
  column: "t.urgent",
  type: "boolean",
  isDescending: true,
};
const SCORE: OrderTerm = {
  name: "score",
  column: "t.priority_score",
  type: "int",
  isDescending: true,
};
const DUE: OrderTerm = {
  name: "due",
  column: "t.due_order",
  type: "timestamptz",
  isDescending: false,
};

/** Each order is total, because it ends with the id. The first is that of rules/inbox/score-parts.ts. */
const ORDERS: Readonly<Record<InboxSort, readonly OrderTerm[]>> = {
  PRIORITY: [
    URGENT,
    SCORE,
    DUE,
    { name: "last", column: "t.last_occurrence_at", type: "timestamptz", isDescending: true },
    ID,
  ],
  DUE: [DUE, ID],
  NEWEST: [
    { name: "made", column: "t.created_at", type: "timestamptz", isDescending: true },
    { ...ID, isDescending: true },
  ],
  CLIENT: [
    { name: "client", column: "p.display_name", type: "text", isDescending: false },
    URGENT,
    SCORE,
    ID,
  ],
};

/** Where a page starts: the sort keys of the item before it, as texts by name. */
export type InboxPosition = Readonly<Record<string, string>>;

/** SQL after `order by`, for tasks \`t\` of clients \`p\`. */
export function orderBy(sort: InboxSort): RawBuilder<unknown> {
  return sql.raw(
    ORDERS[sort]
      .map(({ column, isDescending }) => `${column}${isDescending ? " desc" : ""}`)
      .join(),
  );
}

/** SQL of the sort keys of a task, as a JSON object of texts. */
export function positionOf(sort: InboxSort): RawBuilder<InboxPosition> {
  const parts = ORDERS[sort].map(
    (term) =>
      sql`${sql.lit(term.name)}, ${term.type === "timestamptz" ? wireInstant(term.column) : sql.raw(`${term.column}::text`)}`,
  );
  return sql<InboxPosition>`json_build_object(${sql.join(parts)})`;
}

/**
 * SQL of whether a task comes after a position; true without one. The first column bounds the index scan. A position
 * never belongs to another order, because the cursor is bound to its query.
 */
export function after(sort: InboxSort, position: InboxPosition | null): RawBuilder<unknown> {
  if (position === null) return sql`true`;
  const terms = ORDERS[sort];
  const valueOf = ({ name, type }: OrderTerm) => sql`${position[name] ?? ""}::${sql.raw(type)}`;
  const alternatives = terms.map((term, place) => {
    const same = terms
      .slice(0, place)
      .map((before) => sql`${sql.raw(before.column)} = ${valueOf(before)}`);
    const further = sql`${sql.raw(term.column)} ${sql.raw(term.isDescending ? "<" : ">")} ${valueOf(term)}`;
    return sql`(${sql.join([...same, further], sql` and `)})`;
  });
  const [first] = terms;
  if (first === undefined) return sql`true`;
  const bound = sql`${sql.raw(first.column)} ${sql.raw(first.isDescending ? "<=" : ">=")} ${valueOf(first)}`;
  return sql`(${bound} and (${sql.join(alternatives, sql` or `)}))`;
}
