import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { runNamed } from "../pipeline/run-named.ts";

/**
 * Notes for some seconds that somebody waits for changes of these workspaces; never for less than before. The note is
 * a counter without points: all processes share it, and it is deleted with the others.
 */
export async function noteWatched(
  em: SqlEntityManager,
  workspaceIds: readonly string[],
  seconds: number,
): Promise<void> {
  const statement = sql`
    insert into rate_limit (key, points, expire)
    select ${PREFIX} || id, 0, clock_micros()::bigint / 1000 + ${seconds}::bigint * 1000
    from unnest(${workspaceIds}::text[]) as named (id)
    order by 1
    on conflict (key) do update set expire = greatest(rate_limit.expire, excluded.expire)
  `;
  await runNamed(em, "note-watched", statement);
}

/** SQL of whether somebody waits for changes of a workspace. @param workspaceId SQL of its id. */
export function isWatched(workspaceId: string) {
  return sql<boolean>`exists (
    select from rate_limit
    where key = ${sql.lit(PREFIX)} || ${sql.raw(workspaceId)} and expire > clock_micros()::bigint / 1000)`;
}

const PREFIX = "watched:";
