/** Prints figures beside what they have to reach. One that does not is marked. */
export function showTable(figures: readonly Figure[]): void {
  for (const { what, unit, reach, hope, measured } of figures) {
    const limit = reach === null ? "" : `reach ${reach} ${unit}, hope ${hope} ${unit}`;
    const missed = reach !== null && measured > reach ? "  MISSED" : "";
    const value = `${round(measured)} ${unit}`;
    process.stdout.write(`${what.padEnd(WIDTH)} ${value.padStart(10)}   ${limit}${missed}\n`);
  }
}

const WIDTH = 52;

const round = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));

/** One measured figure. */
export interface Figure {
  readonly what: string;
  readonly unit: "ms" | "kB" | "s";
  /** The most that is accepted; null if nothing is required. */
  readonly reach: number | null;
  readonly hope: number | null;
  readonly measured: number;
}
