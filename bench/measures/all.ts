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
