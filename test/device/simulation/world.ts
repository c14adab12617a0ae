import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { makeVirtualClock, type VirtualClock } from "../../../device/testing/virtual-clock.ts";
import type { Device, Surface } from "../../../device/types.ts";
import { type FaultyNetwork, makeFaultyNetwork } from "./faulty-network.ts";
import { makePhone, type Phone } from "./make-phone.ts";
import { clearAes, isReadable, nodeAes } from "./node-crypto.ts";
import { makeServer } from "./server/make-server.ts";
import type { ModelServer } from "./server/model-server.ts";
import type { PersonName } from "./server/types.ts";
import { surfaceOf } from "./types.ts";

/** One phone, two persons and a server, before anything happened. Two coaches have two clients each. */
export function makeWorld(seed: number, surface: Surface = surfaceOf(seed)): World {
  const clock = makeVirtualClock();
  const server = makeServer(seed, surface, () => clock.monotonic());
  for (const person of PERSONS[surface]) server.begin(person);
  const network = makeFaultyNetwork(clock, (request) => server.answer(request));
  const aes = isReadable(seed) ? clearAes : nodeAes;
  return {
    seed,
    surface,
    clock,
    server,
    network,
    phone: makePhone({ surface, clock, network, server, aes, seed }),
    device: null,
    entries: new Map(),
    provisional: null,
    consents: [],
    keys: new Map(),
    seen: new Map(),
    writes: 0,
    written: new Map(),
  };
}

/** Whose relationships there are in the beginning. */
const PERSONS: Readonly<Record<Surface, readonly PersonName[]>> = {
  CLIENT_MOBILE: ["A", "B"],
  COACH_MOBILE: ["A", "A", "B", "B"],
};

/** The state of a history. */
export interface World {
  readonly seed: number;
  readonly surface: Surface;
  readonly clock: VirtualClock;
  readonly server: ModelServer;
  readonly network: FaultyNetwork;
  readonly phone: Phone;
  /** The running app; null if it could not start. */
  device: Device | null;
  readonly entries: Map<string, Entry>;
  /** The provisional answer that the next entry gets. */
  provisional: VerdictCode | null;
  /** Sign-outs in which the person agreed to lose what was not sent: the entries that existed by then. */
  readonly consents: (readonly string[])[];
  /** The keys that the scopes of the phone had, by name. */
  readonly keys: Map<string, unknown>;
  /** The newest version of each task that the phone showed, by task and cache key. */
  readonly seen: Map<string, number>;
  /** Number of writes of forms so far. */
  writes: number;
  /** The last write into the form of each scope. */
  readonly written: Map<string, Written>;
}

/** The last write into a form. */
export interface Written {
  /** Name of the key that seals it. */
  readonly queueKey: string;
  /** The word that was written last, and those of later writes without an answer. */
  readonly words: string[];
  isConfirmed: boolean;
}

/** An entry that a person made. */
export interface Entry {
  readonly id: string;
  readonly person: PersonName;
  readonly relationshipId: string;
  readonly taskId: string;
  /** A word in its payload, which only its corrections share; null if its payload has no text. */
  readonly word: string | null;
  /** Whether `enqueue` resolved. */
  isConfirmed: boolean;
  isDiscarded: boolean;
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

/** Lets time pass, timer by timer. */
export async function wait({ clock }: Pick<World, "clock">, ms: number): Promise<void> {
  const until = clock.monotonic() + ms;
  for (let fired = 0; fired < MOST_TIMERS; fired += 1) {
    const next = clock.untilNextTimer();
    if (next === null || clock.monotonic() + next > until) break;
    clock.advance(next);
    await settle();
  }
  clock.advance(Math.max(0, until - clock.monotonic()));
  await settle();
}

/** A library that wakes more often than this during one wait is in a loop. */
const MOST_TIMERS = 2_000;
