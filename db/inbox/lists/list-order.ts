import { type RawBuilder, sql } from "kysely";
import type { InboxSort } from "../../../contract/inbox/vocabulary.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";

/** A column that orders the inbox: of a task `lead`, or of its client `p`. */
interface OrderTerm {
  readonly name: string;
  readonly column: string;
  readonly type: "boolean" | "int" | "text" | "timestamptz" | "uuid";
  readonly isDescending: boolean;
}

/** Whether it stands under the task before it. */
const UNDER: OrderTerm = { name: "under", column: "found.under", type: "int", isDescending: false };
const ID: OrderTerm = { name: "id", column: "lead.id", type: "uuid", isDescending: false };
const URGENT: OrderTerm = {
  name: "urgent",
  column: "lead.urgent",
  type: "boolean",
  isDescending: true,
};
const SCORE: OrderTerm = {
  name: "score",
  column: "lead.priority_score",
  type: "int",
  isDescending: true,
};
const DUE: OrderTerm = {
  name: "due",
  column: "lead.due_order",
  type: "timestamptz",
  isDescending: false,
};
const LAST: OrderTerm = {
  name: "last",
  column: "lead.last_occurrence_at",
  type: "timestamptz",
  isDescending: true,
};

/** Each order is total, because it ends with the id. The first is that of rules/inbox/score-parts.ts. */
const ORDERS: Readonly<Record<InboxSort, readonly OrderTerm[]>> = {
  PRIORITY: [URGENT, SCORE, DUE, LAST, ID],
  DUE: [DUE, ID],
  NEWEST: [LAST, { ...ID, isDescending: true }],
  CLIENT: [
    { name: "client", column: "p.display_name", type: "text", isDescending: false },
    URGENT,
    SCORE,
    ID,
  ],
};

/** Where a page starts: the sort keys of the item before it, as texts by name. */
export type InboxPosition = Readonly<Record<string, string>>;

/** An order of the inbox, and whether related tasks stand under each other. */
interface InboxOrder {
  readonly sort: InboxSort;
  readonly grouped: boolean;
}

const termsOf = ({ sort, grouped }: InboxOrder) =>
  grouped ? [...ORDERS[sort], UNDER] : ORDERS[sort];

/** SQL after `order by`, for tasks `lead` of clients `p`. */
export function orderBy(order: InboxOrder): RawBuilder<unknown> {
  return sql.raw(
    termsOf(order)
      .map(({ column, isDescending }) => `${column}${isDescending ? " desc" : ""}`)
      .join(),
  );
}

/** SQL of the sort keys of a row, as a JSON object of texts. */
export function positionOf(order: InboxOrder): RawBuilder<InboxPosition> {
  const parts = termsOf(order).map(
    (term) =>
      sql`${sql.lit(term.name)}, ${term.type === "timestamptz" ? wireInstant(term.column) : sql.raw(`${term.column}::text`)}`,
  );
  return sql<InboxPosition>`json_build_object(${sql.join(parts)})`;
}

/**
 * SQL of whether a row comes after a position; true without one. The first column bounds the index scan. A position
 * never belongs to another order, because the cursor is bound to its query.
 */
export function after(
  order: InboxOrder,
  position: InboxPosition | null,
  others: readonly RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  if (position === null) return sql`true`;
  const terms = termsOf(order);
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
  return sql`(${bound} and (${sql.join([...alternatives, ...others], sql` or `)}))`;
}

/**
 * The same for a task with the rows below it. The task at the position counts too, because a row below it may come
 * after the position.
 */
export function fromTask(order: InboxOrder, position: InboxPosition | null): RawBuilder<unknown> {
  const ungrouped = { ...order, grouped: false };
  const id = position?.[ID.name];
  const itself = id === undefined ? [] : [sql`lead.id = ${id}::uuid`];
  return after(ungrouped, position, order.grouped ? itself : []);
}
