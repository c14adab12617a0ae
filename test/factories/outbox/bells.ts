import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { Client } from "pg";

/** Creates the table whose rows the probe actor rings when they are due. */
export async function createBells(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`create table probe_bell (session_id uuid, due_at timestamptz, rung_at timestamptz);
    grant all on probe_bell to public`);
  await owner.end();
}

/** Adds a bell of a session, due in some seconds. */
export async function hangBell(
  em: SqlEntityManager,
  sessionId: string,
  inSeconds: number,
): Promise<void> {
  await sql`insert into probe_bell (session_id, due_at)
    values (${sessionId}, clock_now() + make_interval(secs => ${inSeconds}))`.execute(
    em.fork().getKysely(),
  );
}

/** Runs work while no bell can be rung. */
export async function withLockedBells(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("begin; lock table probe_bell in share mode");
    await work();
  } finally {
    await owner.end();
  }
}

/** Number of bells of a session that were rung. */
export async function countRung(em: SqlEntityManager, sessionId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(rung_at)::int as n from probe_bell
    where session_id = ${sessionId}`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
}

/** Seconds by which the latest bell of these sessions was rung after it was due; null while one is not rung. */
export async function latestRing(
  em: SqlEntityManager,
  sessionIds: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ late: number | null }>`select case when count(*) = count(rung_at)
      then extract(epoch from max(rung_at - due_at))::float8 end as late from probe_bell where session_id = any(${sessionIds}::uuid[])`.execute(
    em.fork().getKysely(),
  );
  return rows[0]?.late ?? null;
}
