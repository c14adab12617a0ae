import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type Expression, expressionBuilder, sql, type SqlBool } from "kysely";
import {
  ADHERENCE_DATES,
  type AdherenceBucket,
} from "../../../contract/agenda/adherence/vocabulary.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { AdherenceLimits } from "../../../contract/workspaces/vocabulary.ts";
import type { OverviewItem } from "../../../contract/agenda/overview-schema.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { combined, jsonObject, jsonText } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import { adherenceLimitsOf } from "../../workspaces/adherence-limits.ts";
import type { WorkspacePage } from "../../workspaces/workspace-page.ts";

/** Selects clients of a workspace, and the day of each. */
export interface OverviewPage extends WorkspacePage {
  /** Null for the present local day of each. */
  readonly date: string | null;
  /** Null for all. */
  readonly buckets: readonly AdherenceBucket[] | null;
  readonly coachUserId: string | null;
}

/** A client in an overview. */
export interface OverviewRow extends Pick<OverviewItem, "counters"> {
  readonly id: string;
  readonly status: RelationshipStatus;
  readonly coachUserId: string;
  readonly clientUserId: string;
  readonly clientDisplayName: string;
  readonly localDate: string;
  readonly timezone: string;
  readonly bucket: AdherenceBucket;
  /** Over 7 dates up to the newest closed one. */
  readonly countedCount: number;
  readonly score: number;
}

/** A client's week and adherence limits, by their aliases in the statement. */
const ofClient = expressionBuilder<
  Tables & {
    readonly calendar: Tables["relationshipCalendar"];
    readonly closed: { readonly newest: string | null };
    readonly judged: { readonly limits: AdherenceLimits };
    readonly day: Tables["agendaDay"];
    readonly r: Tables["relationship"];
    readonly week: { readonly counted: number; readonly score: number };
  },
  "calendar" | "closed" | "day" | "judged" | "r" | "week"
>();
const { cast, eb, fn, lit, or, ref, val } = ofClient;

const limitOf = (name: keyof AdherenceLimits) =>
  cast<number>(jsonText(ref("judged.limits"), name), "integer");
const hasReached = (limit: "attentionPercent" | "onTrackPercent") =>
  eb(eb("week.score", "*", lit(100)), ">=", eb("week.counted", "*", limitOf(limit)));

/**
 * The bucket of `week` by `judged.limits`, like `bucketOf` of rules/agenda/adherence-trend.ts; a test compares the
 * two.
 */
const bucket = ofClient
  .case()
  .when("week.counted", "<", limitOf("fewestCounted"))
  .then(sql.lit("TOO_FEW" as const))
  .when(hasReached("onTrackPercent"))
  .then(sql.lit("ON_TRACK" as const))
  .when(hasReached("attentionPercent"))
  .then(sql.lit("ATTENTION" as const))
  .else(sql.lit("OFF_TRACK" as const))
  .end();

const closedDays = ofClient
  .selectFrom("agendaDay as past")
  .whereRef("past.relationshipId", "=", "r.id")
  .where("past.closedAt", "is not", null);

const newestClosed = closedDays
  .select("past.localDate as newest")
  .orderBy("past.localDate", "desc")
  .limit(lit(1));

/** The sums of 7 dates up to `closed.newest`, of closed and offered days. */
const week = closedDays
  .where(({ not }) => not("past.notOffered"))
  .where("past.localDate", "<=", ref("closed.newest").$notNull())
  .where(
    "past.localDate",
    ">",
    combined<string>(ref("closed.newest"), "-", lit(ADHERENCE_DATES.SHORT)),
  )
  .select((of) => [
    of
      .cast<number>(of.fn.coalesce(of.fn.sum("past.countedCount"), lit(0)), "integer")
      .as("counted"),
    of.fn.coalesce(of.fn.sum<number>("past.adherenceScore"), lit(0)).as("score"),
  ]);

const counters = ofClient
  .case()
  .when("day.localDate", "is not", null)
  .then(
    jsonObject({
      taskCount: ref("day.taskCount"),
      completedCount: ref("day.completedCount"),
      skippedCount: ref("day.skippedCount"),
      missedCount: ref("day.missedCount"),
    }),
  )
  .end();

/** Keeps one statement text with and without a filter: without one, the condition is always true. */
function ifGiven<Value>(
  value: Value | null,
  type: Expression<unknown> | "uuid",
  condition: (value: Expression<Value>) => Expression<SqlBool>,
) {
  const wanted = cast<Value>(val(value), type);
  return or([eb(wanted, "is", null), condition(wanted)]);
}

/**
 * A page of a workspace's clients whose relationship has not ended, newest first, from the sums of their days. One
 * more row shows that there is a next page. One statement.
 */
export async function listOverview(
  em: SqlEntityManager,
  { workspaceId, date, buckets, coachUserId, afterId, limit }: OverviewPage,
): Promise<readonly OverviewRow[]> {
  const given = cast<string | null>(val(date), "date");
  const wanted = tables(em).selectNoFrom(fn.coalesce(given, ref("calendar.localDate")).as("date"));
  const limits = tables(em).selectNoFrom(adherenceLimitsOf("workspace.settings").as("limits"));
  const judged = tables(em).selectFrom(limits.as("judged")).select(bucket.as("bucket"));
  const page = tables(em)
    .selectFrom("relationship as r")
    .innerJoin("relationshipCalendar as calendar", "calendar.relationshipId", "r.id")
    .innerJoin("clientProfile as profile", "profile.userId", "r.clientUserId")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "r.workspaceId")
    .crossJoinLateral(wanted.as("asked"))
    .leftJoin("agendaDay as day", (on) =>
      on.onRef("day.relationshipId", "=", "r.id").onRef("day.localDate", "=", "asked.date"),
    )
    .leftJoinLateral(newestClosed.as("closed"), (on) => on.onTrue())
    .crossJoinLateral(week.as("week"))
    .crossJoinLateral(judged.as("judged"))
    .select(["r.id", "r.status", "r.coachUserId", "r.clientUserId"])
    .select(["profile.displayName as clientDisplayName", "asked.date as localDate"])
    .select((one) => [
      one.fn.coalesce("day.timezone", "calendar.timezone").as("timezone"),
      counters.as("counters"),
      "judged.bucket",
      "week.counted as countedCount",
      one.cast<number>("week.score", "float8").as("score"),
    ])
    .where("r.workspaceId", "=", workspaceId)
    .where("r.status", "<>", "ENDED")
    .where(ifGiven(afterId, "uuid", (id) => eb("r.id", "<", id)))
    .where(ifGiven(coachUserId, "uuid", (id) => eb("r.coachUserId", "=", id)))
    .where((one) =>
      ifGiven(buckets, sql.raw("text[]"), (some) => one("judged.bucket", "=", fn.any(some))),
    )
    .orderBy("r.id", "desc")
    .limit(limit + 1);
  return await runNamed(em, "daily-overview", page);
}
