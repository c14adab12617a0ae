import { textRows } from "./statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { clockNow, type Tx } from "./transactions/transact.ts";

/**
 * Counts within the act's transaction: a rollback undoes the count, and other acts that count the same key wait until
 * its end.
 */
export async function countWithin(tx: Tx, { key, ...counted }: Counted): Promise<CountedWithin> {
  const now = (await clockNow(tx)).getTime();
  const [{ points, expire } = { points: counted.by, expire: now }] = await countKeys(tx, [key], {
    ...counted,
    now,
  });
  return { count: points, secondsLeft: Math.ceil(((expire ?? now) - now) / 1000) };
}

/** A count to add, under a key that does not reveal whose it is. */
export interface Counted {
  readonly key: string;
  readonly by: number;
  /** Length of the window, from its first count. */
  readonly seconds: number;
}

/** The state of a counter, including this count. */
export interface CountedWithin {
  readonly count: number;
  readonly secondsLeft: number;
}

/** The same for several keys, each once, that {@link lockCounts} has locked: one statement. */
export async function countAllWithin(
  tx: Tx,
  keys: readonly string[],
  counted: Omit<Counted, "key">,
): Promise<void> {
  if (keys.length === 0) return;
  await countKeys(tx, keys, { ...counted, now: (await clockNow(tx)).getTime() });
}

async function countKeys(
  tx: Tx,
  keys: readonly string[],
  { by, seconds, now }: Omit<Counted, "key"> & { readonly now: number },
) {
  const afresh = { points: by, expire: now + seconds * 1000 };
  return await tables(tx)
    .insertInto("rateLimit")
    .values(keys.toSorted().map((key) => ({ key, ...afresh })))
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
    .execute();
}

/**
 * Locks counters, in order, before some of them are increased. Acts that count several keys wait for each other
 * without a deadlock. Counters that are not increased stay unchanged; a new one starts with its first count.
 *
 * @returns the value of each.
 */
export async function lockCounts(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const now = (await clockNow(tx)).getTime();
  const locked = await tables(tx)
    .insertInto("rateLimit")
    .columns(["key", "points", "expire"])
    .expression((from) =>
      from
        .selectFrom(textRows([...new Set(keys)]).as("held"))
        .select("held.value")
        .select(({ cast, lit, val }) => [
          lit(0).as("points"),
          cast<number>(val(now), "bigint").as("expire"),
        ])
        .orderBy("held.value"),
    )
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(({ ref }) => ({ points: ref("rateLimit.points") })),
    )
    .returning(["key", "points", "expire"])
    .execute();
  return new Map(
    locked.map(({ key, points, expire }) => [key, (expire ?? now) > now ? points : 0]),
  );
}
