import { tables } from "../tables.ts";
import { clockNow, type Tx } from "../transact.ts";

/** What is counted, under a key that does not tell whose it is. */
export interface Counted {
  readonly key: string;
  readonly by: number;
  /** How long a count goes on from its first. */
  readonly seconds: number;
}

/** Where a count stands, with what was just counted. */
export interface CountedWithin {
  readonly count: number;
  readonly secondsLeft: number;
}

/**
 * Counts on, as a part of the act: what is rolled back was not counted, and who counts the same key waits
 * until then.
 */
export async function countWithin(tx: Tx, { key, by, seconds }: Counted): Promise<CountedWithin> {
  const now = (await clockNow(tx)).getTime();
  const afresh = { points: by, expire: now + seconds * 1000 };
  const { points, expire } = await tables(tx)
    .insertInto("rateLimit")
    .values({ key, ...afresh })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => {
        const goesOn = eb("rateLimit.expire", ">", now);
        const more = eb("rateLimit.points", "+", by);
        return {
          points: eb.case().when(goesOn).then(more).else(afresh.points).end(),
          expire: eb.case().when(goesOn).then(eb.ref("rateLimit.expire")).else(afresh.expire).end(),
        };
      }),
    )
    .returning(["points", "expire"])
    .executeTakeFirstOrThrow();
  return { count: points, secondsLeft: Math.ceil(((expire ?? now) - now) / 1000) };
}
