import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SyncAnswer } from "../../contract/sync/schema.ts";
import { openTemporalClient } from "../../workers/outside/open-temporal-client.ts";
import { eventually } from "../factories/eventually.ts";
import {
  type Boundary,
  type KillGround,
  listBoundaries,
  recordStatements,
  type Reached,
} from "../factories/sync/kills/kill-boundaries.ts";
import {
  buildSender,
  buildSenders,
  expectOnce,
  reachedAt,
  type Sender,
  sendUntilAnswered,
  untilSettled,
} from "../factories/sync/kills/killed-batch.ts";
import { startApi } from "../harness/api.ts";
import { KILL_LANES, openKillStack, type Victim, VICTIMS } from "../harness/kill-stack.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

const LIMIT_MS = 120_000;
const REACHED_WITHIN_MS = 30_000;

const issuer = await startTestIssuer();
const { boundaries, ...ground } = await openGround();
const { stack, direct } = ground;
const api = reachedAt(direct, stack.apiUrl);
let kills = 0;

afterAll(async () => {
  await closeGround(ground);
  await issuer.close();
  print(`${kills} kills at ${boundaries.length} boundaries`);
}, LIMIT_MS);

/** Rows leased by a killed relay are due again: half a minute passes for these rows alone. */
const PASS_LEASES = `update outbox set available_at = clock_now()
  where available_at between clock_now() and clock_now() + interval '30 seconds'`;

describe.each(wholeProduct())(
  "$victim is killed while a batch is at a boundary, and the batch is not lost, doubled or stuck:",
  (kill) => {
    let retried = new Map<Boundary, Retried>();
    beforeAll(async () => {
      retried = await killAt(kill);
    }, LIMIT_MS);

    test.each(kill.boundaries.map((boundary) => [boundary.name, boundary] as const))(
      "%s",
      async (name, boundary) => {
        const found = retried.get(boundary);
        if (found === undefined) throw new Error("Nothing was sent again");
        const { sender, answer, startedAt } = found;
        const retry = answer.results[0]?.status;
        if (boundary.isCommitted) expect(retry).toBe("ALREADY_ACCEPTED");
        else if (kill.victim === "api") expect(retry).toBe("ACCEPTED");
        await untilSettled(direct, sender);
        await expectOnce(direct, sender, answer);
        const again = await sendUntilAnswered(api, sender);
        expect(again.results).toEqual(
          answer.results.map((result) => ({ ...result, status: "ALREADY_ACCEPTED" })),
        );
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
        print(`${kill.victim} killed at "${name}": retry ${retry}, once, SETTLED, ${seconds} s`);
      },
      LIMIT_MS,
    );
  },
);

test("only the killed part ends", () => {
  expect(stack.output.filter((line) => line.includes("ended unexpectedly"))).toHaveLength(kills);
});

/** Prints a result, because a campaign takes long. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A stack that has processed one batch already, whose statements are the boundaries. */
async function openGround(): Promise<KillGround & { boundaries: readonly Boundary[] }> {
  const opened = await openKillStack(issuer.issuer);
  try {
    const { temporalAddress: address, namespace, database } = opened;
    const at: KillGround = {
      stack: opened,
      direct: await startApi({ issuer: issuer.issuer, database }),
      temporal: openTemporalClient({ address, namespace }),
    };
    const first = await buildSender(at.direct, issuer);
    return { ...at, boundaries: listBoundaries(at, await recordStatements(at, first)) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function closeGround({ stack: opened, direct: server, temporal }: KillGround) {
  await server.close();
  await temporal.connection.close();
  await opened.close();
}

/** One kill, and the boundaries that batches have reached at that moment. */
interface Kill {
  readonly victim: Victim;
  readonly boundaries: readonly Boundary[];
}

/** Each boundary with each victim, one kill for each. */
function wholeProduct(): Kill[] {
  return boundaries.flatMap((boundary) =>
    VICTIMS.map((victim) => ({ victim, boundaries: [boundary] })),
  );
}

/** The answer to a batch's retry after the kill. */
interface Retried {
  readonly sender: Sender;
  readonly answer: SyncAnswer;
  readonly startedAt: number;
}

/** Takes a batch to each boundary, kills, mends, and lets each phone send its batch again. */
async function killAt({ victim, boundaries: at }: Kill): Promise<Map<Boundary, Retried>> {
  const startedAt = performance.now();
  const senders = await buildSenders(direct, issuer, { count: at.length, lanes: KILL_LANES });
  const places = senders.flatMap((sender, index) => {
    const boundary = at[index];
    return boundary === undefined ? [] : [{ boundary, sender }];
  });
  const reached = new Map<Boundary, Reached>();
  try {
    for (const { boundary, sender } of places) reached.set(boundary, await boundary.reach(sender));
    await eventually(
      async () => at.filter((boundary) => reached.get(boundary)?.isThere() !== true),
      (missing) => missing.length === 0,
      REACHED_WITHIN_MS,
    );
    await stack.kill(victim);
    kills += 1;
  } finally {
    await stack.mend();
    for (const { after } of reached.values()) await after?.();
  }
  await stack.asOwner(PASS_LEASES);
  const retried = places.map(async ({ boundary, sender }) => {
    const answer = await sendUntilAnswered(api, sender);
    return [boundary, { sender, answer, startedAt }] as const;
  });
  return new Map(await Promise.all(retried));
}
