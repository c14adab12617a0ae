import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder } from "kysely";
import type { AdherenceDayFacts } from "../../../contract/agenda/adherence/schema.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { AdherenceLimits } from "../../../contract/workspaces/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { SummedDay } from "../../../rules/agenda/adherence-trend.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import {
  daysBefore,
  instantText,
  jsonList,
  jsonObject,
  textRows,
} from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import { firstRow } from "../../platform/transactions/transact.ts";
import { nextCheckIn } from "../summary/next-check-in.ts";
import { adherenceLimitsOf } from "../../workspaces/adherence-limits.ts";

/** A day with its sums and its outcome. */
export type AdherenceDayRow = AdherenceDayFacts & SummedDay;

/** The days of a relationship, and its adherence limits. */
export interface RelationshipAdherence {
  readonly limits: AdherenceLimits;
  /** The newest closed day; null before the first. */
  readonly through: string | null;
  /** The requested dates up to that one, and the days since; newest first. */
  readonly days: readonly AdherenceDayRow[];
  /** The first local date after the present one with a planned check-in; null if none is known. */
  readonly nextCheckIn: string | null;
}

/** A relationship with its newest closed day, and one of its days, by their aliases in each statement. */
const ofDay = expressionBuilder<
  Tables & {
    readonly closed: { readonly newest: string | null };
    readonly day: Tables["agendaDay"];
  },
  "closed" | "day" | "relationship"
>();

const newestClosed = ofDay
  .selectFrom("agendaDay as past")
  .select(({ fn }) => fn.max("past.localDate").as("newest"))
  .whereRef("past.relationshipId", "=", "relationship.id")
  .where("past.closedAt", "is not", null);

const daysOfRelationship = ofDay
  .selectFrom("agendaDay as day")
  .whereRef("day.relationshipId", "=", "relationship.id");

/** The columns of {@link SummedDay}. */
const sums = {
  localDate: ofDay.ref("day.localDate"),
  countedCount: ofDay.ref("day.countedCount"),
  doneCount: ofDay.ref("day.doneCount"),
  score: ofDay.ref("day.adherenceScore"),
  notOffered: ofDay.ref("day.notOffered"),
  isClosed: ofDay("day.closedAt", "is not", null).$castTo<boolean>(),
};

const dayFacts = jsonObject({
  ...sums,
  timezone: ofDay.ref("day.timezone"),
  taskCount: ofDay.ref("day.taskCount"),
  completedCount: ofDay.ref("day.completedCount"),
  skippedCount: ofDay.ref("day.skippedCount"),
  missedCount: ofDay.ref("day.missedCount"),
  closedAt: instantText(ofDay.ref("day.closedAt")),
  correctedAt: instantText(ofDay.ref("day.correctedAt")),
  lateCount: ofDay.ref("day.lateCount"),
  reviewedAt: instantText(ofDay.ref("day.reviewedAt")),
  lastReviewedAt: instantText(ofDay.ref("day.lastReviewedAt")),
  changedAfterReviewAt: instantText(ofDay.ref("day.changedAfterReviewAt")),
  invalidatedAt: instantText(ofDay.ref("day.invalidatedAt")),
});

const isWithin = (dates: number) =>
  ofDay("day.localDate", ">", daysBefore(ofDay.ref("closed.newest").$notNull(), dates));

/**
 * The adherence of a relationship over a number of dates up to its newest closed day. One statement.
 *
 * @throws Refusal NOT_FOUND if there is no such relationship.
 */
export async function getRelationshipAdherence(
  em: SqlEntityManager,
  { relationshipId, dates }: { readonly relationshipId: string; readonly dates: number },
): Promise<RelationshipAdherence> {
  const days = daysOfRelationship
    .select(dayFacts.as("entry"))
    .where(({ eb, or }) => or([eb("closed.newest", "is", null), isWithin(dates)]))
    .orderBy("day.localDate", "desc");
  const adherence = tables(em)
    .selectFrom("relationship")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .crossJoinLateral(newestClosed.as("closed"))
    .select(["closed.newest as through", jsonList(days).as("days")])
    .select(adherenceLimitsOf("workspace.settings").as("limits"))
    .select(nextCheckIn.as("nextCheckIn"))
    .where("relationship.id", "=", relationshipId);
  const rows = await runNamed(em, "relationship-adherence", adherence);
  if (rows.length === 0) throw new Refusal("NOT_FOUND");
  return firstRow(rows);
}

/** The facts that decide a relationship's trend. */
export interface TrendFacts {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly status: RelationshipStatus;
  readonly limits: AdherenceLimits;
  readonly through: string;
  readonly days: readonly SummedDay[];
  /** RFC 3339; null for none. */
  readonly fellAt: string | null;
  readonly toldAt: string | null;
}

/** The same for some relationships with a closed day, with their previous trends. One statement. */
export async function listTrendFacts(
  em: SqlEntityManager,
  {
    relationshipIds,
    dates,
  }: { readonly relationshipIds: readonly string[]; readonly dates: number },
): Promise<readonly TrendFacts[]> {
  const days = daysOfRelationship
    .select(jsonObject(sums).as("entry"))
    .where("day.localDate", "<=", ofDay.ref("closed.newest").$notNull())
    .where(isWithin(dates));
  const facts = tables(em)
    .selectFrom(textRows(relationshipIds).as("wanted"))
    .innerJoinLateral(
      ({ selectFrom, cast }) =>
        selectFrom("relationship as one")
          .selectAll("one")
          .where("one.id", "=", cast<string>("wanted.value", "uuid"))
          .limit(1)
          .as("relationship"),
      (join) => join.onTrue(),
    )
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .crossJoinLateral(newestClosed.as("closed"))
    .leftJoin("progressTrend as trend", "trend.relationshipId", "relationship.id")
    .select(["relationship.id as relationshipId", "relationship.workspaceId"])
    .select(["relationship.status", adherenceLimitsOf("workspace.settings").as("limits")])
    .select(({ ref }) => [
      ref("closed.newest").$notNull().as("through"),
      jsonList(days).as("days"),
      instantText(ref("trend.fellAt")).as("fellAt"),
      instantText(ref("trend.toldAt")).as("toldAt"),
    ])
    .where("closed.newest", "is not", null)
    .orderBy("relationship.id");
  return await runNamed(em, "trend-facts", facts);
}
