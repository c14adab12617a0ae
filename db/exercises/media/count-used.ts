import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { MEDIA_QUOTA } from "../../../contract/exercises/media-vocabulary.ts";
import type { Used } from "../../../rules/exercises/media/judge-media-quota.ts";
import { clockOnce, onceAgo, onceDaysAgo } from "../../platform/clock-once.ts";
import { given } from "../../platform/statements/sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";

/** Usage within the windows, as of now. One statement. */
export async function countUsed(
  em: SqlEntityManager,
  { providerKey, workspaceId, exerciseId, until }: Counting,
): Promise<Counted> {
  const counted = countedAccesses(em, providerKey)
    .where((eb) => given(until, (instant) => eb("access.accessedAt", "<=", instant)))
    .select((eb) => [
      "access.exerciseId",
      "access.workspaceId",
      minutesCounted(eb).as("minutes"),
      eb("access.accessedAt", ">", placeSince).as("hasPlace"),
      eb("end.accessId", "is", null).as("isUnfinished"),
    ]);
  const row = await tables(em)
    .selectFrom(counted.as("counted"))
    .select(({ fn }) => {
      const places = () =>
        fn.count<number>("exerciseId").distinct().filterWhere("hasPlace", "=", true);
      const minutes = () => fn.sum<number | null>("minutes");
      return [
        clockOnce.as("now"),
        places().as("exercises"),
        minutes().as("minutes"),
        places().filterWhere("workspaceId", "=", workspaceId).as("workspaceExercises"),
        minutes().filterWhere("workspaceId", "=", workspaceId).as("workspaceMinutes"),
        places().filterWhere("isUnfinished", "=", true).as("unfinishedExercises"),
        minutes().filterWhere("isUnfinished", "=", true).as("unfinishedMinutes"),
        places().filterWhere("exerciseId", "=", exerciseId).as("known"),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    now: row.now,
    exercises: row.exercises,
    minutes: row.minutes ?? 0,
    ofWorkspace: { exercises: row.workspaceExercises, minutes: row.workspaceMinutes ?? 0 },
    unfinished: { exercises: row.unfinishedExercises, minutes: row.unfinishedMinutes ?? 0 },
    isKnown: row.known > 0,
  };
}

/** Selects the accesses to count. */
export interface Counting {
  readonly providerKey: string;
  /** The workspace and the exercise in question; null if only the total is needed. */
  readonly workspaceId: string | null;
  readonly exerciseId: string | null;
  /** Only accesses started by then; null for all. */
  readonly until: Date | null;
}

/** Usage as of an instant. */
export interface Counted extends Used {
  readonly now: Date;
  /** Whether an access already counts the exercise. */
  readonly isKnown: boolean;
  /** The part of it that was never finished. */
  readonly unfinished: { readonly exercises: number; readonly minutes: number };
}

const HOUR = 3_600;

/** Start of the window in which an access counts its exercise. */
export const placeSince = onceAgo(MEDIA_QUOTA.placeHours * HOUR);

/** Accesses that count, within the longer of the two windows. */
export function countedAccesses(em: SqlEntityManager, providerKey: string) {
  return tables(em)
    .selectFrom("mediaAccess as access")
    .leftJoin("mediaAccessEnd as end", "end.accessId", "access.id")
    .where("access.providerKey", "=", providerKey)
    .where("access.accessedAt", ">", onceDaysAgo(MEDIA_QUOTA.minutesDays))
    .where("end.state", "is distinct from", "RELEASED");
}

/** The counted tables, by their aliases. */
type CountedTables = Tables & {
  readonly access: Tables["mediaAccess"];
  readonly end: Tables["mediaAccessEnd"];
};

/** Minutes of an access: as recorded at its end, else as reserved. */
export const minutesCounted = ({ fn, ref }: ExpressionBuilder<CountedTables, "access" | "end">) =>
  fn.coalesce(ref("end.minutes"), ref("access.minutes"));
