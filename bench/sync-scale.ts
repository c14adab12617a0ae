// Measures whether a batch costs more with more phones, or with a longer history of its phone: `npm run bench:scale`.
// The same load runs over random phones out of 250, 2,500 and 25,000, all with their tasks and receipts. Then it
// runs, in turns, over phones with 1,000 and with 100,000 receipts, and over phones with and without 5,000 operations
// whose days are not final. The baseline always uses its original tables and shows whether the
// machine's speed has changed.
import { parseArgs } from "node:util";
import { Client } from "pg";
import { addOpenHistory, addReceipts } from "./phones/add-receipts.ts";
import { wholeCpuOf } from "./report/figures.ts";
import { openLoop } from "./load.ts";
import { untilSettled } from "./stack/meters.ts";
import { buildPhones, type Phone, withTasks } from "./phones/phones.ts";
import { addPeople } from "./phones/population.ts";
import { inTurns, say, type Turn } from "./report/rounds.ts";
import { productSide, type Side, startPlainSide } from "./sides.ts";
import { signInSome } from "./phones/sign-in-some.ts";
import { startBenchStack } from "./stack/stack.ts";
import { showUse } from "./report/show-rounds.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Measures admission on growing tables.

  npm run bench:scale -- [--devices 250,2500,25000] [--receipts 1000,100000] [--open 5000]
    [--rounds 5] [--seconds 8]`);

const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "250,2500,25000" },
    receipts: { type: "string", default: "1000,100000" },
    open: { type: "string", default: "5000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "8" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
/** Phones that send. */
const SAMPLE = 250;
/** Phones of each history. */
const GROUP = 16;
const PER_SECOND = 25;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
let plain: Awaited<ReturnType<typeof startPlainSide>> | null = null;
try {
  await database.connect();
  const [template] = await buildPhones(stack, 1);
  if (template === undefined) throw new Error("There is no person to copy");
  await productSide(stack, [template]).fresh();
  await untilSettled(database);
  let there = 0;
  let phones: readonly Phone[] = [];
  const byDevices = new Map<string, number>();
  for (const devices of values.devices.split(",").map(Number)) {
    say(`${devices} phones ...`);
    await addPeople(database, template, { from: there + 1, to: devices });
    there = devices;
    phones = await withTasks(database, await signInSome(stack, database, SAMPLE));
    plain ??= await startPlainSide(stack, phones);
    const ours = productSide(stack, phones);
    const firstSeconds = (1.5 * SAMPLE) / PER_SECOND;
    const costs = await costsOf({ ours, plain }, { firstSeconds, seconds });
    byDevices.set(String(devices), costs.get("ours") ?? 0);
  }
  say(`phones: ${steps(byDevices)} (required 1.15, target 1.05)`);

  const groups = groupsOf(phones, GROUP);
  const histories: Record<string, Side> = {};
  for (const receipts of values.receipts.split(",").map(Number)) {
    const group = groups.take();
    await addReceipts(database, idsOf(group), receipts);
    histories[receipts] = productSide(stack, group);
  }
  // Each batch adds fifty receipts. The short history is therefore measured only briefly, or it would no longer be
  // short.
  const short = { firstSeconds: seconds / 2, seconds: seconds / 2 };
  const byReceipts = await costsOf(histories, short);
  say(`receipts: ${steps(byReceipts)} (required 1.05, target 1.05)`);

  const [closed, open] = [groups.take(), groups.take()];
  await addOpenHistory(database, idsOf(open), Number(values.open));
  const byOpen = await costsOf(
    { none: productSide(stack, closed), open: productSide(stack, open) },
    short,
  );
  say(
    `${values.open} operations, none of their days final: ${steps(byOpen)} (required 1.1, target 1.05)`,
  );

  /** CPU per batch of each side, in turns, after a warm-up. */
  async function costsOf(
    sides: Readonly<Record<string, Side>>,
    lasting: { readonly firstSeconds: number; readonly seconds: number },
  ): Promise<ReadonlyMap<string, number>> {
    const turns = (forSeconds: number) => {
      const loads = Object.entries(sides).map(([name, side]): [string, Turn] => {
        const arrivals = { perSecond: PER_SECOND, seconds: forSeconds };
        return [name, { side, load: () => openLoop(side.fresh, arrivals) }];
      });
      return Object.fromEntries(loads);
    };
    const bench = { stack, database, phones };
    await inTurns(bench, 1, turns(lasting.firstSeconds));
    const costs = new Map<string, number>();
    for (const [name, used] of Object.entries(
      await inTurns(bench, rounds, turns(lasting.seconds)),
    )) {
      say(`${name}: ${showUse(used)}`);
      costs.set(name, wholeCpuOf(used));
    }
    return costs;
  }
} finally {
  plain?.close();
  await database.end();
  await stack.stop();
}

/** Formats each cost as a multiple of the one before. */
function steps(costs: ReadonlyMap<string, number>): string {
  const each = [...costs];
  return each
    .slice(1)
    .map(([size, cost], index) => {
      const [sizeBefore, before] = each[index] ?? ["", cost];
      return `${sizeBefore} to ${size}: ${(cost / before).toFixed(2)}`;
    })
    .join(", ");
}

function idsOf(group: readonly Phone[]): readonly string[] {
  return group.map(({ deviceId }) => deviceId);
}

/** Splits phones into groups, each phone once. */
function groupsOf(phones: readonly Phone[], size: number) {
  let used = 0;
  return {
    take(): readonly Phone[] {
      const group = phones.slice(used, used + size);
      used += size;
      return group;
    },
  };
}
