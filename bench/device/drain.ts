import { setImmediate } from "node:timers/promises";
import type { HttpOutcome } from "../../device/ports/http.ts";
import { makeDrawnRandom } from "../../device/testing/drawn-random.ts";
import { makeMemoryDisk } from "../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../device/testing/memory-vault.ts";
import { makeVirtualClock, type VirtualClock } from "../../device/testing/virtual-clock.ts";
import type { Device } from "../../device/types.ts";
import { acceptingServer } from "./accepting-server.ts";
import { glassOf, openBenchDevice, TOKENS } from "./open-bench-device.ts";

/**
 * Queues operations without a connection, then sends them over a network that loses requests or their answers, equally
 * often. Time is virtual: retries cost no waiting.
 *
 * @param loss share of calls that are lost, from 0 to 1.
 * @param seed decides which calls are lost.
 */
export async function drain(operations: number, loss: number, seed = 1): Promise<Drained> {
  const clock = makeVirtualClock();
  const random = makeDrawnRandom(seed);
  const server = acceptingServer();
  let isOnline = true;
  let lost = 0;
  const device = await openBenchDevice({
    sql: makeMemoryDisk().open(),
    vault: makeMemoryVault(),
    clock,
    random: makeDrawnRandom(2),
    http: {
      async send(request): Promise<HttpOutcome> {
        if (!isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
        const draw = request.path.endsWith("/sync") ? random.fraction() : 1;
        if (draw < loss / 2) return lose((request.body ?? "").length);
        const answer = server.answer(request);
        return draw < loss ? lose(0) : answer;
      },
    },
  });
  await device.signIn(TOKENS);
  isOnline = false;
  const [scope] = await device.scopes();
  for (let made = 0; made < operations; made += 1) await scope?.enqueue(glassOf(made));
  isOnline = true;
  const before = server.bytes();
  const startedAt = clock.monotonic();
  await untilDrained(device, clock);
  await device.close();
  return {
    arrived: server.receipts.size,
    bytes: server.bytes() - before + lost,
    minutes: (clock.monotonic() - startedAt) / 60_000,
  };

  function lose(bytes: number): HttpOutcome {
    lost += bytes;
    return { kind: "SILENCE", reason: "TIMEOUT" };
  }
}

/** The outcome of a drain. */
export interface Drained {
  /** Operations that the server accepted. */
  readonly arrived: number;
  /** Bytes of all bodies in both directions, lost ones included. */
  readonly bytes: number;
  readonly minutes: number;
}

async function untilDrained(device: Device, clock: VirtualClock): Promise<void> {
  await device.sync();
  while ((await device.state()).waiting > 0) {
    clock.advance(clock.untilNextTimer() ?? 1_000);
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  }
}

/** Turns of the event loop between two steps of the clock. */
const TURNS = 20;
