import { closedLoop } from "../load.ts";
import { renewAll } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { productSide } from "../sides.ts";
import { untilSettled } from "../stack/meters.ts";

const CONNECTIONS = 8;

/** Batches per second at eight connections, on a warm product with analyzed tables. */
export async function findCapacity(bench: Bench, seconds: number): Promise<number> {
  const ours = productSide(bench.stack, bench.phones);
  const load = () => closedLoop(ours.fresh, { connections: CONNECTIONS, seconds });
  await untilQuiet(bench);
  say("warming up ...");
  await load();
  await untilQuiet(bench);
  // Runs now, because autovacuum would otherwise run during the measurement.
  await bench.database.query("vacuum analyze");
  const full = await load();
  await untilQuiet(bench);
  return full.count / full.seconds;
}

/** Waits until everything is settled, and renews the tokens. */
export async function untilQuiet({ stack, database, phones }: Bench): Promise<void> {
  await renewAll(stack, phones);
  await untilSettled(database);
}
