import { Client } from "pg";
import { atEight, type SyncBench } from "./measures/measure.ts";
import { buildPhones } from "./phones.ts";
import { inTurns, say } from "./rounds.ts";
import { startSameRowsSide } from "./same-rows/start-same-rows.ts";
import { productSide, startPlainSide } from "./sides.ts";
import { startBenchStack } from "./stack.ts";

/** How much is measured. */
export interface BenchSize extends Pick<SyncBench, "rounds" | "seconds" | "outage"> {
  readonly devices: number;
}

/** Does something with a warm stack, its phones and both baselines, and ends them all. */
export async function withSyncBench(
  { devices, ...size }: BenchSize,
  work: (bench: SyncBench) => Promise<void>,
): Promise<void> {
  const stack = await startBenchStack();
  const database = new Client({ connectionString: stack.database.ownerUrl });
  const closers: (() => void)[] = [];
  try {
    await database.connect();
    say(`registering ${devices} phones ...`);
    const phones = await buildPhones(stack, devices);
    const ours = productSide(stack, phones);
    const same = await startSameRowsSide({ stack, database, phones });
    closers.push(same.close);
    const plain = await startPlainSide(stack, phones);
    closers.push(plain.close);
    const { left } = same;
    const bench = { stack, database, phones, ours, plain, same, left, ...size };
    say("warming up ...");
    await inTurns(bench, 1, {
      plain: atEight(bench, plain),
      same: atEight(bench, same),
      ours: atEight(bench, ours),
    });
    await database.query("vacuum analyze");
    await work(bench);
  } finally {
    for (const close of closers) close();
    await database.end();
    await stack.stop();
  }
}
