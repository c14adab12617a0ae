import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import { ROSTER_LIMITS } from "../../../../contract/inbox/console/vocabulary.ts";
import {
  type FactsOf,
  SOURCE_KINDS,
  type SourceKind,
} from "../../../../contract/inbox/source-vocabulary.ts";
import type { SignInKey } from "../../../accounts/guard/queries.ts";
import { QueryExecutor } from "../../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../../platform/pipeline/prepare-query.ts";
import { databaseNames } from "../../../tables.ts";
import { isMember, type MemberKey } from "../../../workspaces/queries.ts";
import { factsOfKind } from "../../sources/source-facts.ts";
import {
  type RankedClient,
  rankedClientOf,
  rankedClients,
  type RosterSelection,
} from "./rank-clients.ts";
import { type RosterKey, type RosterRow, rosterRows } from "./roster-rows.ts";

/** Selects a page of the roster of a workspace. */
export interface RosterPage extends RosterSelection {
  readonly workspaceId: string;
  /** The signed-in user, if the guard has not decided yet: the query then finds nothing in a foreign workspace. */
  readonly reader?: SignInKey;
}

/** The page that a console loads first, and again after each change, is prepared. */
const firstPages = prepareQuery("roster-first-page", (_, slot: Slots<MemberKey>) =>
  rankedClients(
    {
      sort: "ATTENTION",
      limit: ROSTER_LIMITS.clients,
      after: null,
      workspaceId: slot("workspaceId"),
    },
    isMember(slot),
  ).withPlugin(databaseNames),
);

function isFirstPage({ sort, limit, after, q, status, bucket, coachUserId }: RosterPage): boolean {
  const isUnfiltered = [q, status, bucket, coachUserId].every((filter) => filter === undefined);
  return sort === "ATTENTION" && limit === ROSTER_LIMITS.clients && after === null && isUnfiltered;
}

/** The clients of a page of the roster in its order, and one more if there is a next page. One statement. */
export async function rankClients(
  on: SqlEntityManager | QueryExecutor,
  page: RosterPage,
): Promise<readonly RankedClient[]> {
  const { reader, workspaceId } = page;
  const key = reader && { ...reader, workspaceId };
  if (key !== undefined && isFirstPage(page))
    return (await firstPages(on, key)).map(rankedClientOf);
  const isOwn =
    key === undefined ? expressionBuilder().lit(true) : isMember((name) => sql`${key[name]}`);
  const ranked = rankedClients(page, isOwn).withPlugin(databaseNames);
  const { rows } = await ranked.execute(on instanceof QueryExecutor ? on : on.getKysely());
  return rows.map(rankedClientOf);
}

/** The rows of clients of a workspace, in no order. One statement. */
export const listRosterRows: (
  on: SqlEntityManager | QueryExecutor,
  key: RosterKey,
) => Promise<readonly RosterRow[]> = prepareQuery("roster-rows", (_, slot: Slots<RosterKey>) =>
  rosterRows(slot),
);

/** The facts about a task from its source; null if the source is gone. */
export interface TaskFactsRow {
  readonly taskId: string;
  readonly facts: FactsOf<SourceKind> | null;
}

interface FactsKey {
  readonly taskIds: readonly string[];
}

const factsByKind = Object.fromEntries(
  SOURCE_KINDS.map((kind) => [
    kind,
    prepareQuery<FactsKey, TaskFactsRow>(
      `roster-facts-${kind}`,
      (_, slot) => sql<TaskFactsRow>`
        select t.id as "taskId", ${factsOfKind(kind)} as facts
        from (select clock_now() as now) moment cross join coach_task t
        join relationship r on r.id = t.relationship_id where t.id = any(${slot("taskIds")}::uuid[])`,
    ),
  ]),
);

/** The facts about tasks of one kind of source. One statement. */
export async function listTaskFacts(
  on: SqlEntityManager | QueryExecutor,
  kind: SourceKind,
  taskIds: readonly string[],
): Promise<readonly TaskFactsRow[]> {
  return (await factsByKind[kind]?.(on, { taskIds })) ?? [];
}
