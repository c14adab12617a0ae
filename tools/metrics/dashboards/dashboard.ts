/** A dashboard of Grafana. Panels fill two columns, in order. */
export interface Dashboard {
  readonly title: string;
  readonly about: string;
  readonly panels: readonly Panel[];
}

/** A graph of one or more queries. */
export interface Panel {
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  /** Value from which an alert fires, drawn as a line. */
  readonly bound?: number;
  /** PromQL by legend; a legend may name labels, as in `{{kind}}`. */
  readonly queries: Readonly<Record<string, string>>;
}

/** The unit of a panel's axis. */
export type Unit = "count" | "seconds" | "per second" | "ratio" | "bytes";
