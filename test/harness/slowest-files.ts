import { relative } from "node:path";

/** The part of a run's result that is read here. */
interface RunResult {
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly perfStats: { readonly runtime: number };
    readonly testResults: readonly { readonly duration?: number | null }[];
  }[];
}

const SHOWN = 20;

/** A reporter that prints the slowest files of a run, and the share of their time that their tests took. */
export default function SlowestFiles() {
  return { onRunComplete: (_contexts: unknown, result: RunResult) => printSlowest(result) };
}

function printSlowest({ testResults }: RunResult): void {
  if (testResults.length <= SHOWN) return;
  const slowest = testResults
    .toSorted((one, other) => other.perfStats.runtime - one.perfStats.runtime)
    .slice(0, SHOWN);
  const lines = slowest.map(({ testFilePath, perfStats, testResults: tests }) => {
    const inTests = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    const file = relative(process.cwd(), testFilePath);
    return `${seconds(perfStats.runtime)} s, tests ${seconds(inTests)} s  ${file}`;
  });
  const all = testResults.reduce((sum, { perfStats }) => sum + perfStats.runtime, 0);
  const title = `The ${SHOWN} slowest of ${testResults.length} files, together ${seconds(all)} s:`;
  process.stderr.write(`\n${[title, ...lines].join("\n")}\n`);
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(5);
