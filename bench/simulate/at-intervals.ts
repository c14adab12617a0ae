import { setTimeout as sleep } from "node:timers/promises";

/** Runs work the given number of times at equal intervals; one that takes long delays the next. */
export async function atIntervals(
  {
    from,
    everyMs,
    count,
  }: { readonly from: number; readonly everyMs: number; readonly count: number },
  work: (nth: number) => Promise<void>,
): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    await sleep(Math.max(0, from + nth * everyMs - performance.now()));
    await work(nth);
  }
}
