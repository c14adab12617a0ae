import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { evaluatedOnce, secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

/**
 * Claims overdue actors and records that the sweep wakes them now: first those not woken since they settled, then
 * those woken longest ago (docs/rooms/storage.md#relay). An actor that waits for its own retry is not late. Two
 * relays in parallel claim different ones.
 *
 * @param only these ids; null for all.
 */
export async function claimOverdueActors(
  em: SqlEntityManager,
  page: OverduePage,
  only: readonly string[] | null = null,
): Promise<readonly string[]> {
  const late = selectOverdue(em, page);
  const rows = await tables(em)
    .with("page", () =>
      late
        .$if(only !== null, (some) => some.where("workflowId", "in", only ?? []))
        .forUpdate()
        .skipLocked(),
    )
    .with("told", (part) =>
      part
        .updateTable("actor")
        .set({ toldAt: page.since })
        .where(({ eb, fn, selectFrom }) => {
          const ids = fn<readonly string[]>("array", [selectFrom("page").select("workflowId")]);
          return eb("workflowId", "=", fn.any(ids));
        })
        .returning(["workflowId", "dueAt", sql.ref<Date | null>("old.toldAt").as("toldBefore")]),
    )
    .selectFrom("told")
    .select("workflowId")
    .orderBy("toldBefore", (before) => before.asc().nullsFirst())
    .orderBy("dueAt")
    .orderBy("workflowId")
    .execute();
  return rows.map(({ workflowId }) => workflowId);
}

/** Selects overdue actors to claim, and how many at once. */
export interface OverduePage {
  /** Minimum delay; null for every actor that waits for something. */
  readonly lateBySeconds: number | null;
  readonly limit: number;
  /** Start of the sweep: actors woken or settled at or after it are skipped. */
  readonly since: Date;
  /** Actors to skip; none by default. */
  readonly except?: readonly string[];
}

/** Lists the same actors without claiming them. */
export async function listOverdueActors(
  em: SqlEntityManager,
  page: OverduePage,
): Promise<readonly string[]> {
  const rows = await selectOverdue(em, page).execute();
  return rows.map(({ workflowId }) => workflowId);
}

function selectOverdue(
  em: SqlEntityManager,
  { lateBySeconds, limit, since, except = [] }: OverduePage,
) {
  const bound = evaluatedOnce(secondsAgo(lateBySeconds ?? 0));
  return (
    tables(em)
      .selectFrom("actor")
      .select("workflowId")
      .$if(lateBySeconds !== null, (all) =>
        all
          .where("dueAt", "<", bound)
          .where((eb) => eb.or([eb("nextTryAt", "is", null), eb("nextTryAt", "<", bound)])),
      )
      .$if(except.length > 0, (all) => all.where("workflowId", "not in", except))
      .where((eb) => eb.or([eb("toldAt", "is", null), eb("toldAt", "<", since)]))
      // A settlement clears `toldAt`: an actor that settled in this round is not woken a second time.
      .where((eb) => eb.or([eb("lastSettledAt", "is", null), eb("lastSettledAt", "<", since)]))
      .orderBy("toldAt", (direction) => direction.asc().nullsFirst())
      .orderBy("dueAt")
      .orderBy("workflowId")
      .limit(limit)
  );
}

/** Actors that one sweep woke. */
export interface WokenActors {
  readonly workflowIds: readonly string[];
  /** Start of the sweep. */
  readonly since: Date;
}

/**
 * How many of them have not responded since. A settlement clears the wake-up; a failed one stores the actor's own
 * retry.
 */
export async function countUnlooked(
  em: SqlEntityManager,
  { workflowIds, since }: WokenActors,
): Promise<number> {
  const { count } = await tables(em)
    .selectFrom("actor")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(({ eb, fn, val }) => eb("workflowId", "=", fn.any(val(workflowIds))))
    .where("toldAt", "=", since)
    .where((eb) => eb.or([eb("nextTryAt", "is", null), eb("nextTryAt", "<", since)]))
    .executeTakeFirstOrThrow();
  return count;
}
