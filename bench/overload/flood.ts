import { setTimeout as sleep } from "node:timers/promises";
import { openLoop, quantile } from "../load.ts";
import { nextBatch, type Phone } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { syncUrl } from "../sides.ts";
import { findCapacity, untilQuiet } from "./capacity.ts";
import { both, isAccepted, isRefused, latenciesOf, type Outcome, tryOnce } from "./outcomes.ts";

/** Part of the capacity that the others use meanwhile. */
const USUAL = 0.25;

/** Effect of one person on all others. */
interface Flood {
  readonly name: string;
  /** Requests in flight at any time. */
  readonly connections: number;
  readonly trialOf: (phone: Phone) => Parameters<typeof tryOnce>[0];
}

/** Prints the latencies of the others, alone and while one person floods. */
export async function measureFlood(bench: Bench, seconds: number): Promise<void> {
  const { stack, phones } = bench;
  const [flooding, ...others] = phones;
  if (flooding === undefined) throw new Error("There is no person who could flood");
  const urlOf = (phone: Phone) => syncUrl(stack, phone);
  const floods: readonly Flood[] = [
    {
      name: "80 batches of one person at once",
      connections: 80,
      trialOf: (phone) => {
        return { url: urlOf(phone), token: phone.accessToken, body: nextBatch(phone) };
      },
    },
    {
      name: "40 reads of one person at once",
      connections: 40,
      trialOf: (phone) => {
        const url = `${urlOf(phone)}?deviceId=${phone.deviceId}`;
        return { url, token: phone.accessToken };
      },
    },
  ];
  const perSecond = (await findCapacity(bench, seconds)) * USUAL;
  const send = othersOf(others, urlOf);
  const alone = await send({ perSecond, seconds });
  say(`others alone, ${perSecond.toFixed(1)} batches/s: ${both(latenciesOf(alone, isAccepted))}`);
  for (const flood of floods) {
    await untilQuiet(bench);
    const stop = new AbortController();
    const flooded = keepFlooding(flood, flooding, stop.signal);
    const meanwhile = await send({ perSecond, seconds });
    stop.abort();
    say(`others while ${flood.name}: ${compared(meanwhile, alone)}`);
    say(`  of the flood: ${summaryOf(await flooded, seconds)}`);
  }
}

function othersOf(others: readonly Phone[], urlOf: (phone: Phone) => string) {
  let turn = 0;
  return async (load: { readonly perSecond: number; readonly seconds: number }) => {
    const outcomes: Outcome[] = [];
    await openLoop(async () => {
      const phone = others[(turn += 1) % others.length];
      if (phone === undefined) return;
      const body = nextBatch(phone);
      outcomes.push(await tryOnce({ url: urlOf(phone), token: phone.accessToken, body }));
    }, load);
    return outcomes;
  };
}

/** Sends the next request after each answer, whatever its status. */
async function keepFlooding(
  { connections, trialOf }: Flood,
  phone: Phone,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const connection = async () => {
    while (!signal.aborted) {
      const outcome = await tryOnce(trialOf(phone));
      outcomes.push(outcome);
      // A refused connection is opened again after a pause, because no real caller reconnects faster.
      if (outcome.status === 0) await sleep(10);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return outcomes;
}

function compared(meanwhile: readonly Outcome[], alone: readonly Outcome[]): string {
  const [now, before] = [meanwhile, alone].map((outcomes) => latenciesOf(outcomes, isAccepted));
  const times = quantile(now ?? [], 0.5) / quantile(before ?? [], 0.5);
  const refused = meanwhile.filter(({ status }) => !isAccepted(status)).length;
  return `${both(now ?? [])}; p50 ${times.toFixed(2)} times, ${refused} of ${meanwhile.length} refused`;
}

function summaryOf(outcomes: readonly Outcome[], seconds: number): string {
  const [accepted, refused] = [isAccepted, isRefused].map((is) => latenciesOf(outcomes, is));
  const rate = (latencies: readonly number[] = []) => (latencies.length / seconds).toFixed(0);
  return `${rate(accepted)} a second accepted, ${rate(refused)} refused (${both(refused ?? [])})`;
}
