import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { ActorKind } from "../../contract/outbox/vocabulary.ts";

const DEVICE_PREFIX = `${"device" satisfies ActorKind}/`;

/** An actor that ought to have acted. */
export interface OverdueActor {
  readonly workflowId: string;
  readonly subjectId: string;
}

/** How late an actor has to be to be told again, and how many at most; null for all. */
export interface Overdue {
  readonly lateBySeconds: number | null;
  readonly limit: number | null;
}

/**
 * Actors whose instant has come, and devices with admitted batches, that are late by the given time; with
 * null every actor that waits for anything. Oldest first (docs/rules.md#storage-relay).
 */
export async function findOverdueActors(
  em: SqlEntityManager,
  { lateBySeconds, limit }: Overdue,
): Promise<readonly OverdueActor[]> {
  const bound =
    lateBySeconds === null
      ? sql`'infinity'::timestamptz`
      : sql`(select clock_now() - make_interval(secs => ${lateBySeconds}))`;
  const { rows } = await sql<OverdueActor>`
    select "workflowId", "subjectId" from (
      (select workflow_id as "workflowId", subject_id as "subjectId", due_at as since
       from actor where due_at < ${bound} order by due_at limit ${limit})
      union all
      (select ${DEVICE_PREFIX} || device_id, device_id, admitted_at
       from sync_batch where status = 'ADMITTED' and admitted_at < ${bound}
       order by admitted_at limit ${limit})) late
    group by 1, 2 order by min(since) limit ${limit}
  `.execute(em.getKysely());
  return rows;
}
