/**
 * A course in three phases: before the fault, while it lasts, and after it. The alert must be silent before it, fire
 * while it lasts, and be resolved at the end.
 */
export interface Scenario {
  readonly alert: string;
  /** Labels of the alert, without its name and severity. */
  readonly labels?: Labels;
  /** Further alerts that the same course makes fire, with their labels. */
  readonly also?: Readonly<Record<string, Labels>>;
  /**
   * Values by series and phase. A counter rises by its value each step; its name ends in `_total`, `_count` or
   * `_bucket`. A gauge with `+60` rises by 60 each step. `_` means that the series is absent.
   */
  readonly series: Readonly<Record<string, readonly [Value, Value, Value]>>;
  /** Length of the phases in steps. */
  readonly steps?: readonly [number, number, number];
  /** Length of a step; a minute by default. */
  readonly step?: Step;
}

/** The time between two samples of a series. */
export type Step = "1m" | "5m" | "1h";

type Labels = Readonly<Record<string, string>>;

/** A value of a series, its rise, or its absence. */
export type Value = number | "_" | "Inf" | `+${number}`;
