import { afterCheckpoint } from "./after-checkpoint.ts";
import { keptBytes } from "./kept-bytes.ts";
import { manyConnections } from "./many-connections.ts";
import type { Measure } from "./measure.ts";
import { oneOperation } from "./one-operation.ts";
import { openArrivals } from "./open-loop.ts";
import { replays } from "./replays.ts";
import { settlementLag } from "./settlement-lag.ts";
import { steadyLoad } from "./steady-load.ts";
import { tenInARow } from "./ten-in-a-row.ts";
import { twelveTaps } from "./twelve-taps.ts";

/** All measures of `npm run bench`, in order. */
export const measures: readonly Measure[] = [
  steadyLoad,
  manyConnections,
  openArrivals,
  oneOperation,
  tenInARow,
  replays,
  settlementLag,
  keptBytes,
  afterCheckpoint,
  twelveTaps,
];

/** The measures with these names, or all of them without names. @throws Error for an unknown name. */
export function chooseMeasures(names: readonly string[]): readonly Measure[] {
  const unknown = names.filter((name) => measures.every((measure) => measure.name !== name));
  if (unknown.length > 0) throw new Error(`No measure is named ${unknown.join(", ")}; see --help`);
  return names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
}
