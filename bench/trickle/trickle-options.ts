/** Options of the measure as `parseArgs` takes them, with their defaults. */
export const TRICKLE_OPTIONS = {
  taps: { type: "string", default: "300" },
  rates: { type: "string", default: "1.4,5,10,50" },
  watch: { type: "string", default: "none,console" },
  clients: { type: "string", default: "10000" },
  idle: { type: "string", default: "60" },
} as const;

/** Usage of these options. */
export const TRICKLE_USAGE =
  "npm run bench -- --only trickle [--taps 300] [--rates 1.4,5,10,50] [--watch none,console]\n" +
  "      [--clients 10000] [--idle 60] [--devices 256]";

/** Reads the options. @throws Error for one that names no measure. */
export function readTrickleOptions(
  values: Readonly<Record<keyof typeof TRICKLE_OPTIONS, string>>,
  devices: number,
): TrickleSize {
  const rates = values.rates.split(",").map(Number);
  const watches = values.watch.split(",").map(readWatch);
  const [taps, clients, idleSeconds] = [values.taps, values.clients, values.idle].map(Number);
  const size = { taps: taps ?? 0, clients: clients ?? 0, idleSeconds: idleSeconds ?? 0, devices };
  for (const figure of [...rates, ...Object.values(size)])
    if (!(figure > 0)) throw new Error("Numbers must be positive; see --help");
  return { ...size, rates, watches };
}

/** Size of the measure. */
export interface TrickleSize {
  /** Least number of taps a rate. */
  readonly taps: number;
  /** Taps a second, rate by rate. */
  readonly rates: readonly number[];
  /** Whether a console watches the workspace; each is measured. */
  readonly watches: readonly Watch[];
  /** Clients of the workspace, with a day and without pending onboarding. */
  readonly clients: number;
  /** Duration of each measurement of the idle stack. */
  readonly idleSeconds: number;
  /** Clients among them whose phones send the taps. */
  readonly devices: number;
}

/** Nobody watches, or a console keeps a long poll open. */
export type Watch = "none" | "console";

function readWatch(name: string): Watch {
  if (name === "none" || name === "console") return name;
  throw new Error(`--watch is none, console, or both; not ${name}`);
}
