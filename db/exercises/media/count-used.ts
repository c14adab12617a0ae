import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { ALLOWANCE } from "../../../contract/exercises/media-vocabulary.ts";
import type { Used } from "../../../rules/exercises/media/judge-allowance.ts";
import { clockOnce, onceAgo, onceDaysAgo } from "../../platform/clock-once.ts";
import { given } from "../../sql-parts.ts";
import { tables, type Tables } from "../../tables.ts";

/** What is counted, for whom. */
export interface Counting {
  readonly providerKey: string;
  /** The workspace and the exercise that are asked about; none where only the whole is. */
  readonly workspaceId: string | null;
  readonly exerciseId: string | null;
  /** Only accesses that began by then; all of them unless told. */
  readonly until: Date | null;
}

/** What was used as of an instant. */
export interface Counted extends Used {
  readonly now: Date;
  /** The exercise has its place by any access. */
  readonly isKnown: boolean;
  /** Of it, what was never finished. */
  readonly unfinished: { readonly exercises: number; readonly minutes: number };
}

const HOUR = 3_600;

/** Whether an access is in the window in which its exercise has a place. */
export const placeSince = onceAgo(ALLOWANCE.placeHours * HOUR);

/** Accesses that count, of the longer of the two windows. */
export function countedAccesses(em: SqlEntityManager, providerKey: string) {
  return tables(em)
    .selectFrom("mediaAccess as access")
    .leftJoin("mediaAccessEnd as end", "end.accessId", "access.id")
    .where("access.providerKey", "=", providerKey)
    .where("access.accessedAt", ">", onceDaysAgo(ALLOWANCE.minutesDays))
    .where("end.state", "is distinct from", "RELEASED");
}

/** The tables that are counted, by the names that they have there. */
type CountedTables = Tables & {
  readonly access: Tables["mediaAccess"];
  readonly end: Tables["mediaAccessEnd"];
};

/** Minutes of an access: as its end says, else as it was reserved. */
export const minutesCounted = ({ fn, ref }: ExpressionBuilder<CountedTables, "access" | "end">) =>
  fn.coalesce(ref("end.minutes"), ref("access.minutes"));

/** Counts what was used within the windows, at the present instant. One statement. */
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
