import type { SkipReason } from "../../../../contract/quick-log/vocabulary.ts";
import { type Draw, drawFrom } from "../../draw.ts";

/** How often a client does each thing: on how many of a thousand days. */
export interface Behaviour {
  readonly name: string;
  /** Number of such clients among twelve. */
  readonly share: number;
  /** One task is skipped, for each kind of reason. */
  readonly routine: number;
  readonly obstacle: number;
  readonly help: number;
  readonly pain: number;
  /** A message is written that needs a reply. */
  readonly message: number;
  /** Check-ins in a thousand that are never filled in, and those that are a day late. */
  readonly missed: number;
  readonly late: number;
}

const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: "steady",
    share: 5,
    routine: 20,
    obstacle: 5,
    help: 2,
    pain: 1,
    message: 40,
    missed: 30,
    late: 50,
  },
  {
    name: "busy",
    share: 3,
    routine: 250,
    obstacle: 10,
    help: 2,
    pain: 1,
    message: 60,
    missed: 250,
    late: 200,
  },
  {
    name: "stuck",
    share: 2,
    routine: 30,
    obstacle: 120,
    help: 20,
    pain: 2,
    message: 150,
    missed: 100,
    late: 100,
  },
  {
    name: "hurt",
    share: 1,
    routine: 30,
    obstacle: 20,
    help: 10,
    pain: 60,
    message: 120,
    missed: 60,
    late: 60,
  },
  {
    name: "away",
    share: 1,
    routine: 500,
    obstacle: 0,
    help: 0,
    pain: 0,
    message: 10,
    missed: 800,
    late: 100,
  },
];

/** In a short season every kind of event must occur. */
export const EVENTFUL: Behaviour = {
  name: "eventful",
  share: 0,
  routine: 100,
  obstacle: 150,
  help: 30,
  pain: 60,
  message: 250,
  missed: 250,
  late: 350,
};

/** Makes even a few clients behave in several ways. */
const SPREAD = 5;
const BY_SHARE = BEHAVIOURS.flatMap((one) => Array.from({ length: one.share }, () => one));

/** The behaviour of the client at an index. */
export function behaviourAt(place: number): Behaviour {
  const behaviour = BY_SHARE[(place * SPREAD) % BY_SHARE.length];
  if (behaviour === undefined) throw new Error("There is no behaviour");
  return behaviour;
}

/**
 * The random draw of one client, day and subject, independent of the order of calls. Ids, and with them the order of
 * rows, differ in each run.
 */
export function drawOf(seed: number, ...matter: readonly number[]): Draw {
  const mixed = matter.reduce((sum, one) => Math.imul(sum ^ one, 0x9e_37_79_b1) + 1, seed);
  return drawFrom(mixed);
}

/** Why a client skips a task today, or null for a day on which everything is done. */
export function reasonOf(
  { routine, obstacle, help, pain }: Behaviour,
  draw: Draw,
): SkipReason | null {
  const drawn = draw.below(1_000);
  if (drawn < pain) return draw.pick(["PAIN_OR_INJURY", "PAIN_OR_INJURY", "SIDE_EFFECT"] as const);
  if (drawn < pain + help) return draw.pick(["CONFUSED", "ILLNESS"] as const);
  if (drawn < pain + help + obstacle) return "EQUIPMENT_UNAVAILABLE";
  return drawn < pain + help + obstacle + routine ? "BUSY" : null;
}

/** The outcome of a check-in on its day. */
export function checkInOf({ missed, late }: Behaviour, draw: Draw): "DONE" | "LATE" | "NEVER" {
  const drawn = draw.below(1_000);
  if (drawn < missed) return "NEVER";
  return drawn < missed + late ? "LATE" : "DONE";
}
