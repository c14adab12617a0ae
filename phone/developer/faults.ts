/** The faults that the developer switches simulate. */
export interface Faults {
  /** No request gets through. */
  readonly airplane: boolean;
  /** The next answer to a batch is lost after the server has carried the batch out. */
  readonly loseAnswer: boolean;
  /** Milliseconds by which the library's clock is ahead. */
  readonly clockOffsetMs: number;
}

export const NO_FAULTS: Faults = { airplane: false, loseAnswer: false, clockOffsetMs: 0 };

/** Reads and sets the switches. */
export interface FaultChannel {
  readonly read: () => Faults;
  readonly set: (faults: Faults) => void;
  /** The returned function ends it. */
  readonly watch: (listener: (faults: Faults) => void) => () => void;
}

/** A message of the channel between page and worker, or the content of stored JSON. */
export function faultsOf(read: Readonly<Record<string, unknown>>): Faults {
  const { airplane, loseAnswer, clockOffsetMs } = read;
  return {
    airplane: airplane === true,
    loseAnswer: loseAnswer === true,
    clockOffsetMs: typeof clockOffsetMs === "number" ? clockOffsetMs : 0,
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
