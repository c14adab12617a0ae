import { setTimeout } from "node:timers/promises";
import type { HttpOutcome } from "../../device/ports/http.ts";
import { makeDrawnRandom } from "../../device/testing/drawn-random.ts";
import { makeMemoryDisk } from "../../device/testing/memory-sql.ts";
import { makeMemoryVault } from "../../device/testing/memory-vault.ts";
import { makeVirtualClock, type VirtualClock } from "../../device/testing/virtual-clock.ts";
import { acceptingServer } from "./accepting-server.ts";
import { glassOf, openBenchDevice, TOKENS } from "./open-bench-device.ts";

/**
 * Sends the queues of several relationships, one of which may be poisoned: the server fails at each of its batches.
 * Time is virtual, and each answer takes as long.
 *
 * @returns virtual milliseconds until the other queues are empty.
 */
export async function lanesBesidePoison(isPoisonous: boolean): Promise<number> {
  const clock = makeVirtualClock();
  const server = acceptingServer();
  const sql = makeMemoryDisk().open();
  const calls = { made: 0, open: 0 };
  let isOnline = true;
  const device = await openBenchDevice({
    sql,
    vault: makeMemoryVault(),
    clock,
    random: makeDrawnRandom(1),
    http: {
      async send(request): Promise<HttpOutcome> {
        if (!isOnline) return { kind: "SILENCE", reason: "UNREACHABLE" };
        const isPoisoned = request.path.includes(scopeIdOf(0)) && request.path.endsWith("/sync");
        const isKept = isPoisoned && isPoisonous;
        calls.made += 1;
        if (!isKept) calls.open += 1;
        await pause(clock, ANSWER_MS);
        if (!isKept) calls.open -= 1;
        return isKept ? FAILED : server.answer(request);
      },
    },
  });
  const signedIn = device.signIn(TOKENS);
  await advanceUntil(signedIn);
  isOnline = false;
  await sql.write(Array.from({ length: LANES }, (_, nth) => scopeStatement(scopeIdOf(nth))));
  const scopes = (await device.scopes()).filter(({ scopeId }) => scopeId.startsWith("lane-"));
  for (const scope of scopes)
    for (let made = 0; made < QUEUED; made += 1) await scope.enqueue(glassOf(made));
  isOnline = true;
  const begun = clock.monotonic();
  void device.sync().catch(() => null);
  while (await isWaiting()) await step();
  const took = clock.monotonic() - begun;
  await device.close();
  return took;

  async function isWaiting(): Promise<boolean> {
    const others = await sql.read({
      sql: `select 1 from sync_operation where scope_id <> ? and status in ('QUEUED', 'SYNCING') limit 1`,
      params: [scopeIdOf(0)],
    });
    return others.length > 0;
  }

  /** Time passes only once every lane that can send has sent: the speed of this machine costs no virtual time. */
  async function step(): Promise<void> {
    for (let before = -1; calls.open === 0 || calls.made !== before; await setTimeout(SETTLED_MS))
      before = calls.made;
    clock.advance(clock.untilNextTimer() ?? 0);
  }

  async function advanceUntil(done: Promise<unknown>): Promise<void> {
    const state = { isDone: false };
    void done.finally(() => (state.isDone = true));
    while (!state.isDone) {
      await setTimeout(SETTLED_MS);
      clock.advance(clock.untilNextTimer() ?? 0);
    }
  }
}

/** Relationships, and actions of each. */
const LANES = 9;
const QUEUED = 500;
const ANSWER_MS = 100;

const FAILED: HttpOutcome = {
  kind: "ANSWER",
  status: 500,
  headers: { "content-type": "application/problem+json" },
  text: JSON.stringify({
    type: "urn:sideline:problem:INTERNAL_ERROR",
    code: "INTERNAL_ERROR",
    status: 500,
    requestId: "request",
  }),
  roundTripMs: 1,
};

const scopeIdOf = (nth: number) => `lane-${nth}`;

function scopeStatement(scopeId: string) {
  return {
    sql: `insert into cache_scope (scope_id, scope_type, workspace_id, relationship_id, status, cache_key, queue_key)
      values (?1, 'RELATIONSHIP', 'workspace', ?1, 'ACTIVE', 'cache/' || ?1, 'queue/' || ?1)`,
    params: [scopeId],
  };
}

async function pause(clock: VirtualClock, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    clock.after(ms, resolve);
  });
}

/** Real milliseconds without a new call after which all lanes count as having sent. */
const SETTLED_MS = 60;
