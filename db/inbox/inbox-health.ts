import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type ExpressionBuilder, sql } from "kysely";
import type { CoachTaskType } from "../../contract/inbox/source-vocabulary.ts";
import {
  type CoachTaskStatus,
  FIRST_TOUCH_HOURS,
  UNRESOLVED_STATUSES,
} from "../../contract/inbox/vocabulary.ts";
import { onceAgo } from "../platform/clock-once.ts";
import { combined, interval, secondsSince } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";

/** State of the inboxes, for the metrics. */
export interface InboxHealth {
  readonly tasks: readonly CountedTasks[];
  /** Tasks whose snooze ended two minutes ago but which no actor has woken. */
  readonly overdueSnoozeCount: number;
  /** Time since the first of the URGENT tasks that nobody has touched became URGENT; 0 if there is none. */
  readonly urgentUntouchedSeconds: number;
}

/** Unresolved tasks of a status and type. */
export interface CountedTasks {
  readonly status: CoachTaskStatus;
  readonly taskType: CoachTaskType;
  readonly count: number;
}

/** Tolerated delay of an actor, in seconds. */
const LATE_SECONDS = 120;

/** Time between the moment at which a task becomes URGENT and its goal. */
const GOAL_SECONDS = (FIRST_TOUCH_HOURS.URGENT ?? 0) * 3_600;

/** Measures all inboxes together. Three statements. */
export async function findInboxHealth(em: SqlEntityManager): Promise<InboxHealth> {
  return {
    tasks: await countTasks(em),
    overdueSnoozeCount: await countOverdueSnoozes(em),
    urgentUntouchedSeconds: await findUrgentUntouched(em),
  };
}

/** Literals instead of parameters, so that the planner can use the partial indexes. */
const isUnresolved = ({ eb }: ExpressionBuilder<Tables, "coachTask">) =>
  eb(
    "status",
    "in",
    UNRESOLVED_STATUSES.map((status) => sql.lit(status)),
  );

async function countTasks(em: SqlEntityManager): Promise<readonly CountedTasks[]> {
  return await tables(em)
    .selectFrom("coachTask")
    .where(isUnresolved)
    .groupBy(["status", "taskType"])
    .select(({ fn }) => ["status", "taskType", fn.countAll<number>().as("count")])
    .execute();
}

async function countOverdueSnoozes(em: SqlEntityManager): Promise<number> {
  const { count } = await tables(em)
    .selectFrom("coachTask")
    .where((task) => task("status", "=", sql.lit("SNOOZED")))
    .where("snoozedUntil", "<", onceAgo(LATE_SECONDS))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A task that was raised counts from then on: its goal is a fixed time after it became URGENT. */
async function findUrgentUntouched(em: SqlEntityManager): Promise<number> {
  const { seconds } = await tables(em)
    .selectFrom("coachTask")
    .where(({ eb, lit }) => eb("urgent", "=", lit(true)))
    .where("touchedAt", "is", null)
    .where(isUnresolved)
    .select(({ fn, lit, ref }) => {
      const raisedAt = combined<Date | null>(ref("goalAt"), "-", interval("secs", GOAL_SECONDS));
      const urgentSince = fn.coalesce(raisedAt, ref("createdAt"));
      return fn.coalesce(secondsSince(fn.min<Date | null>(urgentSince)), lit(0)).as("seconds");
    })
    .executeTakeFirstOrThrow();
  return seconds;
}
