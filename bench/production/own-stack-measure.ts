import type { MeasuredRow } from "../measures/measure.ts";
import type { BenchSize } from "../sync-bench.ts";

/** A measure that starts its own stacks. */
export interface OwnStackMeasure {
  readonly name: string;
  readonly about: string;
  readonly takeAlone: (size: BenchSize) => Promise<readonly MeasuredRow[]>;
}
