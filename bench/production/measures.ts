import { settlementLag } from "../measures/settlement-lag.ts";
import { steadyLoad } from "../measures/steady-load.ts";
import type { Measure } from "../measures/measure.ts";
import type { OwnStackMeasure } from "./own-stack-measure.ts";
import { promotion } from "./promotion.ts";
import { twoOfEach } from "./two-of-each.ts";
import { writeTransactions } from "./write-transactions.ts";

/** All measures of `npm run bench:production`, in order; some share a stack, others start their own. */
export const measures: readonly (Measure | OwnStackMeasure)[] = [
  steadyLoad,
  settlementLag,
  writeTransactions,
  twoOfEach,
  promotion,
];
