import { median, openLoop } from "../load.ts";
import { cpuOf, latencyOf, wholeCpuOf } from "../report/figures.ts";
import { type Bench, type Round, round, say } from "../report/rounds.ts";
import { productSide } from "../sides.ts";

const PER_SECOND = 20;

/**
 * CPU of a batch on the large stack over that on the small one, all processes together. Both get the same load in turns,
 * and the next pair begins with the other one, so that a machine that becomes slower changes neither.
 *
 * @returns the median of the pairs.
 */
export async function compareCosts(
  stacks: Readonly<Record<Size, Bench>>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  title: string,
): Promise<number> {
  const sides = {
    small: productSide(stacks.small.stack, stacks.small.phones),
    large: productSide(stacks.large.stack, stacks.large.phones),
  };
  const done: Record<Size, Round[]> = { small: [], large: [] };
  const ratios: number[] = [];
  for (let pair = 0; pair < rounds; pair += 1) {
    const order = pair % 2 === 0 ? SIZES : SIZES.toReversed();
    for (const size of order) {
      const side = sides[size];
      const load = () => openLoop(side.fresh, { perSecond: PER_SECOND, seconds });
      done[size].push(await round(stacks[size], { side, load }));
    }
    ratios.push(wholeCpuOf(done.large.slice(-1)) / wholeCpuOf(done.small.slice(-1)));
  }
  for (const size of SIZES) say(`${title}, ${size}: ${costOf(done[size])}`);
  const [least, middle, most] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
  say(
    `${title}: large over small ${middle.toFixed(3)}, from ${least.toFixed(3)} to ${most.toFixed(3)} in ${rounds} pairs`,
  );
  return middle;
}

const SIZES = ["small", "large"] as const;
type Size = (typeof SIZES)[number];

function costOf(rounds: readonly Round[]): string {
  const parts = Object.entries(cpuOf(rounds)).map(([part, ms]) => `${part} ${ms.toFixed(2)}`);
  const [p50, p99] = [latencyOf(rounds, 0.5), latencyOf(rounds, 0.99)];
  return (
    `CPU ${wholeCpuOf(rounds).toFixed(2)} ms a batch (${parts.join(", ")}); ` +
    `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms`
  );
}
