import { closedLoop } from "../load.ts";
import { renewAll } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { productSide } from "../sides.ts";
import { untilSettled } from "../stack/meters.ts";

const CONNECTIONS = 8;

/** Batches a second that the product takes at eight connections, once it is warm and its tables are known. */
export async function findCapacity(bench: Bench, seconds: number): Promise<number> {
  const ours = productSide(bench.stack, bench.phones);
  const load = () => closedLoop(ours.fresh, { connections: CONNECTIONS, seconds });
  await untilQuiet(bench);
  say("warming up ...");
  await load();
  await untilQuiet(bench);
  // What autovacuum would do some time, in the midst of what is measured.
  await bench.database.query("vacuum analyze");
  const full = await load();
  await untilQuiet(bench);
  return full.count / full.seconds;
}

/** Waits until all is settled, with tokens that are good for a while. */
export async function untilQuiet({ stack, database, phones }: Bench): Promise<void> {
  await renewAll(stack, phones);
  await untilSettled(database);
}
