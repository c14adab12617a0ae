import { Client } from "pg";
import { countedLoop } from "./load.ts";
import { atEight, CONNECTIONS, type SyncBench } from "./measures/measure.ts";
import { finishOnboarding } from "./phones/finish-onboarding.ts";
import { buildPhones } from "./phones/phones.ts";
import { inTurns, round, say } from "./report/rounds.ts";
import { startSameRowsSide } from "./same-rows/start-same-rows.ts";
import { productSide, startPlainSide } from "./sides.ts";
import { startBenchStack } from "./stack/stack.ts";

/** Size of the measurement. */
export interface BenchSize extends Pick<SyncBench, "rounds" | "seconds"> {
  readonly devices: number;
}

/** Runs work on a warm stack with its phones and both baselines, and then stops them all. */
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
    const phones = await buildPhones(stack, devices, finishOnboarding);
    const ours = productSide(stack, phones);
    say("warming up ...");
    // A phone's first batch differs from later ones, so each phone sends before it is measured.
    const count = 2 * phones.length;
    const load = () => countedLoop(ours.fresh, { connections: CONNECTIONS, count });
    await round({ stack, database, phones }, { side: ours, load });
    const same = await startSameRowsSide({ stack, database, phones });
    closers.push(same.close);
    const plain = await startPlainSide(stack, phones);
    closers.push(plain.close);
    const { left } = same;
    const bench = { stack, database, phones, ours, plain, same, left, ...size };
    await inTurns(bench, 1, { plain: atEight(bench, plain), same: atEight(bench, same) });
    await database.query("vacuum analyze");
    await work(bench);
  } finally {
    for (const close of closers) close();
    await database.end();
    await stack.stop();
  }
}
