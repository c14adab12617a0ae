import { renewAll } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { processLoad } from "../stack/processes.ts";
import { findCapacity } from "./capacity.ts";
import { drive } from "./overloads.ts";
import { isAccepted } from "./outcomes.ts";

const WARM_SECONDS = 10;
/** Part of the capacity. */
const STEADY = 0.2;
const PARTS = ["api", "relay", "worker", "temporal"] as const;
const SAMPLE_EVERY_MS = 5_000;
const WARM_MINUTES = 5;

/**
 * Drives a fifth of the capacity for the given minutes and prints the memory of each process, minute by minute. It
 * prints means in MB, and the ratio of the last five minutes to the sixth to tenth.
 */
export async function measureSteadyMemory(bench: Bench, minutes: number): Promise<void> {
  const { stack, phones } = bench;
  const perSecond = (await findCapacity(bench, WARM_SECONDS)) * STEADY;
  say(`${perSecond.toFixed(1)} batches/s for ${minutes} minutes; memory in MB`);
  row(["minute", ...PARTS, "not accepted"]);
  const means: number[][] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await renewAll(stack, phones);
    const sampling = sampleMemory(PARTS.map((part) => stack.pids[part] ?? 0));
    const { outcomes } = await drive(bench, { phones, perSecond, seconds: 60 });
    const mean = sampling.stop();
    means.push(mean);
    const others = outcomes.filter(({ status }) => !isAccepted(status)).length;
    row([String(minute), ...mean.map((mb) => mb.toFixed(0)), String(others)]);
  }
  if (minutes < 2 * WARM_MINUTES) return say("too short to be compared");
  const early = meansOf(means.slice(WARM_MINUTES, 2 * WARM_MINUTES));
  const late = meansOf(means.slice(-WARM_MINUTES));
  row(["last over 6-10", ...late.map((mb, part) => (mb / (early[part] ?? mb)).toFixed(3)), ""]);
}

/** Mean memory of each process, from now until stopped. */
function sampleMemory(pids: readonly number[]) {
  const samples: number[][] = [];
  const take = () => void samples.push(pids.map((pid) => processLoad(pid).memoryMb));
  take();
  const sampling = setInterval(take, SAMPLE_EVERY_MS);
  return {
    stop: () => {
      clearInterval(sampling);
      return meansOf(samples);
    },
  };
}

function meansOf(rows: readonly (readonly number[])[]): number[] {
  return PARTS.map(
    (_, part) => rows.reduce((total, values) => total + (values[part] ?? 0), 0) / rows.length,
  );
}

function row(cells: readonly string[]): void {
  say(`| ${cells.map((cell) => cell.padEnd(14)).join(" | ")} |`);
}
