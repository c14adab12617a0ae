import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, type RawBuilder, sql } from "kysely";
import type { InboxQuery } from "../../contract/inbox/schema.ts";
import type {
  FactsOf,
  SourceContext,
  SourceKind,
  SummaryCode,
} from "../../contract/inbox/source-vocabulary.ts";
import {
  ACTIVE_STATUSES,
  type CoachTaskStatus,
  type InboxSort,
  type Severity,
} from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { SignInKey } from "../accounts/guard/queries.ts";
import { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { databaseNames, tables } from "../tables.ts";
import { isMember, type MemberKey } from "../workspaces/queries.ts";
import { itemJoins, itemText, moment, readerFacts } from "./item-parts.ts";
import { after, fromTask, type InboxPosition, orderBy, positionOf } from "./lists/list-order.ts";
import { isRelated, ranksUnder } from "./lists/related-tasks.ts";
import { classesOf, narrowed } from "./lists/task-filters.ts";

/** An item as JSON text, and the facts for the parts that depend on the reader. */
export interface InboxItemRow {
  readonly text: string;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
  readonly sourceKind: SourceKind;
  readonly sourceContext: SourceContext;
  readonly summaryCode: SummaryCode;
  readonly route: string;
  /** When something new was last known of it. */
  readonly newsAt: Date;
  /** Null if its source is gone. */
  readonly facts: FactsOf<SourceKind> | null;
  /** The member who closed it; null while it is open, and if its source closed it. */
  readonly closedByUserId: string | null;
  /** Until when that decision can be undone; null if it is open, or no longer. */
  readonly undoUntil: string | null;
}

/** Selects a page of a workspace's inbox. */
export interface InboxPage extends Pick<
  InboxQuery,
  "limit" | "taskType" | "severity" | "relationshipId" | "coachUserId" | "dueBefore" | "q"
> {
  /**
   * Whether sort PRIORITY lists the lower of two related tasks directly below the higher one
   * (docs/rooms/inbox.md#related). Default: true.
   */
  readonly grouped?: boolean;
  readonly workspaceId: string;
  readonly sort: InboxSort;
  /** Only tasks with news after this instant. */
  readonly unreadSince?: Date | undefined;
  readonly statuses: readonly CoachTaskStatus[];
  readonly after: InboxPosition | null;
  /** The signed-in user, if the guard has not decided yet: the query then finds nothing in a foreign workspace. */
  readonly reader?: SignInKey;
}

/** An item of a page, and the position of the page after it. */
export interface ListedItemRow extends InboxItemRow {
  readonly position: InboxPosition;
}

/** Items of a page if the request states no limit. */
const USUAL_LIMIT = 50;

/**
 * Whether a page is the one that a console loads first, and reloads after each change: the first one, without
 * filters.
 */
function isFirstSettlement({
  sort,
  grouped = true,
  limit,
  statuses,
  after: from,
  ...page
}: InboxPage): boolean {
  const { workspaceId: _, reader: __, ...filters } = page;
  const isUsual = sort === "PRIORITY" && grouped && limit === USUAL_LIMIT && from === null;
  const isUnfiltered = Object.values(filters).every((filter) => filter === undefined);
  return isUsual && isUnfiltered && statuses.join() === ACTIVE_STATUSES.join();
}

const firstPages = prepareQuery("inbox-first-page", (_, slot: Slots<MemberKey>) => {
  const usual = { sort: "PRIORITY", limit: USUAL_LIMIT, statuses: ACTIVE_STATUSES } as const;
  const page = { ...usual, after: null, workspaceId: slot("workspaceId") };
  return listed(page, isMember(slot));
});

/**
 * A page of the inbox in its order, and one more item that shows that there is a next page. One statement, planned
 * for its filters: a named statement would have to include all of them. The most frequent page has no filter and is
 * prepared, because planning takes longer than execution. Its limit is a literal, so that the plan is made for few
 * rows.
 */
export async function listInbox(
  on: SqlEntityManager | QueryExecutor,
  page: InboxPage,
): Promise<readonly ListedItemRow[]> {
  const { reader, workspaceId } = page;
  if (page.statuses.length === 0) return [];
  const key = reader && { ...reader, workspaceId };
  if (key !== undefined && isFirstSettlement(page)) return await firstPages(on, key);
  const isOwn =
    key === undefined ? expressionBuilder().lit(true) : isMember((name) => sql`${key[name]}`);
  const { rows } = await listed(page, isOwn).execute(
    on instanceof QueryExecutor ? on : on.getKysely(),
  );
  return rows;
}

/** A page whose workspace is an expression of the statement. */
type ListedPage = Omit<InboxPage, "workspaceId" | "reader"> & {
  readonly workspaceId: string | RawBuilder<string>;
};

/**
 * Tasks in their order, each with its related task under it where the list is grouped: `lead` is the higher of two, or
 * the task itself.
 */
function listed(page: ListedPage, isOwn: Expression<boolean>): RawBuilder<ListedItemRow> {
  const { sort, limit, statuses } = page;
  const order = { sort, grouped: sort === "PRIORITY" && (page.grouped ?? true) };
  // At a position within a group, its first task is found again.
  const found = sql.lit(limit + (page.after === null ? 1 : 2));
  const other = sql`select from coach_task other where ${isRelated("other", "lead")}
    and ${isListed(page, "other")} and ${ranksUnder("lead", "other")}`;
  const isFirst = order.grouped ? [sql`not exists (${other})`] : [];
  const shared = [...narrowed(page, "lead"), fromTask(order, page.after), ...isFirst];
  const leads = classesOf(statuses, "lead").map(
    (one) => sql`(select lead.id from coach_task lead
      join client_profile p on p.user_id = lead.client_user_id
      where ${sql.join([...shared, one], sql` and `)}
      order by ${orderBy({ ...order, grouped: false })} limit ${found})`,
  );
  const under = sql`select other.id, 1 as under from coach_task other
    where ${isRelated("other", "lead")} and ${isListed(page, "other")}`;
  return sql<ListedItemRow>`
    select ${itemText} as text, ${readerFacts}, ${positionOf(order)} as position
    from (${sql.join(leads, sql` union all `)}) leads
    join coach_task lead on lead.id = leads.id
    cross join lateral (select lead.id, 0 as under${order.grouped ? sql` union all ${under}` : sql``}) found
    cross join ${moment}
    join coach_task t on t.id = found.id
    join client_profile p on p.user_id = t.client_user_id
    ${itemJoins}
    where ${isOwn} and ${after(order, page.after)}
    order by ${orderBy(order)} limit ${sql.lit(limit + 1)}`.withPlugin(databaseNames);
}

/** SQL of whether a list shows a task of the same client, apart from its position. */
function isListed(page: ListedPage, of: string): RawBuilder<unknown> {
  const { q: _, ...filters } = page;
  const statuses = classesOf(page.statuses, of).map((one) => sql`(${one})`);
  const isInStatus = sql`(${sql.join(statuses, sql` or `)})`;
  return sql.join([...narrowed(filters, of), isInStatus], sql` and `);
}

/** The relationships of those tasks that belong to a workspace, by task. One statement. */
export async function listRelationshipsOfTasks(
  em: SqlEntityManager,
  workspaceId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(em)
    .selectFrom("coachTask")
    .where("id", "=", anyOf(taskIds))
    .where("workspaceId", "=", workspaceId)
    .select(["id", "relationshipId"])
    .execute();
  return new Map(rows.map(({ id, relationshipId }) => [id, relationshipId]));
}
