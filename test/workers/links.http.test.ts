import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { eventually } from "../factories/eventually.ts";
import {
  buildSender,
  expectOnce,
  reachedAt,
  sendUntilAnswered,
  untilSettled,
} from "../factories/sync/kills/killed-batch.ts";
import { startApi, type TestApi } from "../harness/api.ts";
import type { FaultyWay } from "../harness/faulty-way.ts";
import { type LinkStack, openLinkStack } from "../harness/link-stack.ts";
import { PARTS, SERVERS } from "../harness/linked-parts.ts";
import { startTestIssuer, type TestIssuer } from "../harness/test-issuer.ts";
import { LONGEST_SPREAD_MS } from "../../workers/watch/watch-progress.ts";

/** Longer than any test waits for a dead link to be given up. */
const LIMIT_MS = 180_000;

/**
 * Longest stall once the link is mended, or after the fault if the link stays silent. A worker whose connection died
 * ends itself after a random delay (docs/rooms/storage.md#connections).
 */
const WEDGED_MS = 15_000 + LONGEST_SPREAD_MS;

/** Longer than any timeout of a statement, a call or a pass. */
const AWAY_MS = 20_000;

/** How a link fails, and how it is mended. */
interface Fault {
  readonly name: string;
  readonly strike: (way: FaultyWay) => void;
  /** Mends the link later; without it there is nothing to mend, because new connections pass at once. */
  readonly mend?: (way: FaultyWay) => void;
}

const FAULTS: readonly Fault[] = [
  {
    name: "falls silent for good, and new connections pass",
    strike: (way) => way.silence(),
  },
  {
    name: "is silent for a while, new connections too, and goes on where it was",
    strike: (way) => way.swallow(),
    mend: (way) => way.heal(),
  },
  {
    name: "is silent for a while, new connections too, and is replaced",
    strike: (way) => way.swallow(),
    mend: (way) => way.replace(),
  },
  {
    name: "is cut, and for a while whoever connects is not answered",
    strike: (way) => {
      way.swallow();
      way.cut();
    },
    mend: (way) => way.replace(),
  },
  { name: "is reset", strike: (way) => way.reset() },
];

let issuer: TestIssuer;
let stack: LinkStack;
let direct: TestApi;
let api: TestApi;

beforeAll(async () => {
  issuer = await startTestIssuer();
  stack = await openLinkStack(issuer.issuer);
  direct = await startApi({ issuer: issuer.issuer, database: stack.database });
  api = reachedAt(direct, stack.apiUrl);
}, LIMIT_MS);
afterAll(async () => {
  await stack.close();
  await direct.close();
  await issuer.close();
  print(stack.output.join("\n"));
});

const cases = PARTS.flatMap((part) => SERVERS.map((server) => ({ part, server })));

describe.each(cases)("the link of the $part to the $server", ({ part, server }) => {
  test.each(FAULTS)(
    "$name: operations sent meanwhile are answered and settled",
    async ({ name, strike, mend }) => {
      const way = stack.links[part][server];
      const [warm, sender] = [await buildSender(direct, issuer), await buildSender(direct, issuer)];
      await sendUntilAnswered(api, warm);
      await untilSettled(direct, warm);
      strike(way);
      const sending = sendUntilAnswered(api, sender);
      if (mend !== undefined) {
        await sleep(AWAY_MS);
        mend(way);
      }
      const mendedAt = performance.now();
      const answer = await sending;
      await untilSettled(direct, sender);
      const tookMs = performance.now() - mendedAt;
      print(`${part} and ${server}: ${name}: settled ${(tookMs / 1_000).toFixed(1)} s after`);
      expect(tookMs).toBeLessThan(WEDGED_MS);
      await expectOnce(direct, sender, answer);
      await allUp();
    },
    LIMIT_MS,
  );
});

const Ready = z.object({ dependencies: z.record(z.string(), z.object({ state: z.string() })) });

/** Waits until the API reports that all its dependencies are up again. */
async function allUp(): Promise<void> {
  const states = await eventually(readStates, (seen) => seen.every((state) => state === "up"));
  expect(states.length).toBeGreaterThan(3);
}

async function readStates(): Promise<readonly string[]> {
  const answer = await fetch(`${stack.healthUrl}/health/ready`).catch(() => null);
  if (answer === null) return ["down"];
  const { dependencies } = Ready.parse(await answer.json());
  return Object.values(dependencies).map(({ state }) => state);
}

/** Prints a result, because a campaign takes long. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
