import { markdownTable } from "../../tools/scale/markdown-table.ts";
import { quantile } from "../load.ts";
import { extrapolate } from "./extrapolate.ts";
import { quantitiesOf, type Quantity, type Replay } from "./quantities.ts";
import type { ReplayedDay } from "./replay-day.ts";

/** The report on two replays: tables in Markdown, and whether they agree. */
export function simulationReport(
  replays: readonly [WholeReplay, WholeReplay],
  phones: number,
): readonly string[] {
  const quantities = quantitiesOf(replays);
  const results = quantities.map((quantity) => ({
    quantity,
    result: extrapolate(quantity.both, quantity.usual, quantity.only),
  }));
  const titles = replays.map(({ phones: some }) => `by ${some} phones`);
  const rows = results.map(({ quantity, result }) => {
    const shown = (value: number) => (value / quantity.divisor).toPrecision(3);
    const value = `${shown(result.value)} ± ${shown(result.error)} ${quantity.unit}`;
    return [quantity.name, value, ...result.runs.map(shown), result.agrees ? "yes" : "NO"];
  });
  const apart = results.flatMap(({ quantity, result }) => (result.agrees ? [] : [quantity.name]));
  return [
    `A day of ${phones.toLocaleString("en")} phones, without the idle stack:`,
    markdownTable(["what", "extrapolated", ...titles, "agree"], rows),
    "The replays themselves:",
    markdownTable(["what", ...titles], observedRows(replays)),
    `Growth of the largest tables, kB a phone and day:`,
    markdownTable(["table", ...titles], growthRows(replays)),
    apart.length === 0
      ? "Both replays agree within the error in everything."
      : `The replays differ by more than the error: ${apart.join(", ")}.`,
    ...saturatedLines(replays),
    "Costs of a phone and day, for tools/scale/costs.ts and bench/README.md:",
    costLines(
      results.map(({ quantity, result }) => [quantity, result.value]),
      phones,
    ).join("\n"),
  ];
}

function saturatedLines(replays: readonly WholeReplay[]): readonly string[] {
  const saturated = replays.filter(({ day }) => day.tally.refused.size > 0);
  return saturated.map(
    ({ phones }) =>
      `The stack refused requests of ${phones} phones, so it was full; take fewer phones or more minutes.`,
  );
}

/** A replayed day of some of the phones, with everything that was seen. */
export interface WholeReplay extends Replay {
  readonly day: ReplayedDay;
}

const SHOWN_TABLES = 12;

function observedRows(replays: readonly WholeReplay[]): readonly (readonly string[])[] {
  const row = (what: string, show: (day: ReplayedDay) => string) => [
    what,
    ...replays.map(({ day }) => show(day)),
  ];
  const latency = (kind: "SYNC" | "READ" | "COACH_READ") =>
    row(`${kind}: requests, p50, p99 ms`, ({ tally }) => {
      const sorted = tally.latencies[kind].toSorted((one, other) => one - other);
      return `${sorted.length}: ${both(sorted, 0)}`;
    });
  return [
    latency("SYNC"),
    latency("READ"),
    latency("COACH_READ"),
    row("operations by verdict", ({ tally }) => countsOf(tally.verdicts)),
    row("settlement lag p50, p99 s", ({ lags }) => both(lags, 2)),
    row("refused for a while", ({ tally }) => countsOf(tally.refused)),
    row("errors", ({ tally }) => countsOf(tally.failed)),
    row("most connections", ({ connections }) => countsOf(connections)),
    row("last answer after the end, s", ({ lateSeconds }) => lateSeconds.toFixed(1)),
    row("idle stack, cores", ({ idle }) => {
      return [idle.perSecond, idle.doubt].map((used) => cpuOf(used).toFixed(3)).join(" ± ");
    }),
    row("schedules of an hour, CPU s", ({ idle }) => cpuOf(idle.perHour).toFixed(2)),
    row("MB at the end", ({ memory }) =>
      Object.entries(memory)
        .map(([part, mb]) => `${part} ${mb.toFixed(0)}`)
        .join(", "),
    ),
  ];
}

function growthRows(replays: readonly WholeReplay[]): readonly (readonly string[])[] {
  const [first] = replays;
  const names = [...(first?.day.grown ?? [])]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN_TABLES);
  return names.map(([name]) => [
    name,
    ...replays.map(({ day, phones }) => ((day.grown.get(name) ?? 0) / phones / 1_000).toFixed(2)),
  ]);
}

/** Lines of the costs, in seconds, kilobytes and transitions of one phone. */
function costLines(
  results: readonly (readonly [Quantity, number])[],
  phones: number,
): readonly string[] {
  const of = (name: string) =>
    (results.find(([quantity]) => quantity.name === name)?.[1] ?? 0) / phones;
  const cost = (key: string, [value, unit]: readonly [number, string], meaning: string) =>
    `  ${key}: measured([${Number(value.toPrecision(2))}, "${unit}"], "${meaning}", "bench:simulate"),`;
  return [
    cost("dayCpu", [of("CPU, average: all") * 1_000, "ms"], "CPU of a phone and day"),
    cost("dayWal", [of("WAL") / 1_000, "kB"], "WAL of it"),
    cost("dayRows", [of("growth of the tables") / 1_000, "kB"], "Growth of the tables by it"),
    cost(
      "dayStore",
      [of("growth of Temporal's store") / 1_000, "kB"],
      "Growth of Temporal's store by it",
    ),
    cost(
      "dayTransitions",
      [of("Temporal's state transitions"), "transitions"],
      "State transitions by it",
    ),
  ];
}

function cpuOf(used: Readonly<Record<string, number>>): number {
  return Object.entries(used).reduce(
    (sum, [name, seconds]) => (name.startsWith("cpu ") ? sum + seconds : sum),
    0,
  );
}

function both(sorted: readonly number[], digits: number): string {
  return [0.5, 0.99].map((part) => quantile(sorted, part).toFixed(digits)).join(", ");
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  const shown = [...counts].map(([what, count]) => `${what} ${count}`);
  return shown.length === 0 ? "none" : shown.toSorted().join(", ");
}
