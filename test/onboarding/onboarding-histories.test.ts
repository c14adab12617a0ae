import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import * as z from "zod";
import { replayHistory } from "../../workers/operator/replay-workflow.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { plantedBundlePath } from "../factories/planted-bundle.ts";
import { testBundle } from "../factories/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

const DIRECTORY = join(import.meta.dirname, "../histories/onboarding");
const WORKFLOWS = join(import.meta.dirname, "../../workflows");
const Recorded = z.object({ workflowId: z.string(), history: z.record(z.string(), z.unknown()) });

const recorded = readdirSync(DIRECTORY, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({
    file,
    ...Recorded.parse(JSON.parse(readFileSync(join(DIRECTORY, file), "utf8"))),
  }));

const PATHS = [
  "started-completed",
  "skipped-reminded-completed",
  "cancelled",
  "paused-resumed",
  "ended-purged",
  "zone-moved",
];

describe("the recorded paths of an onboarding", () => {
  test.each(PATHS)("hold %s", (name) => {
    expect(recorded.some(({ file }) => file.includes(name))).toBe(true);
  });

  test.each(recorded)("replay with the present code: $file", async ({ workflowId, history }) => {
    const report = await replayHistory(history, workflowId, await testBundle());
    expect(report).toEqual({ clean: true, text: `${workflowId} replays cleanly.` });
  });

  test.each(recorded)("catch an actor that waits before it settles: $file", async (history) => {
    await expectCaught(history, await waitingBundle());
  });

  // In the one left out every step also changes what each actor shows.
  const onItsOwn = recorded.filter(({ file }) => !file.includes("cancelled"));
  test.each(onItsOwn)("catch an actor that does not show its step: $file", async (history) => {
    await expectCaught(history, await stepLessBundle());
  });

  test.each(recorded)("catch an actor that settles twice: $file", async (history) => {
    await expectCaught(history, await doubleBundle());
  });
});

async function expectCaught(
  { workflowId, history }: (typeof recorded)[number],
  bundlePath: string,
): Promise<void> {
  const report = await replayHistory(history, workflowId, bundlePath);
  expect(report).toMatchObject({ clean: false });
  expect(report.text).toContain(`${workflowId} diverges: `);
}

/** The product's actor with a timer before it. */
function waitingBundle(): Promise<string> {
  return plantedBundlePath(
    "waiting-onboarding",
    `import { sleep } from "@temporalio/workflow";
     import * as product from ${JSON.stringify(join(WORKFLOWS, "index.ts"))};
     export default async function actor(input) {
       await sleep(10);
       await product.default(input);
     }`,
  );
}

/** The actor without search attributes of its own. */
const stepLessBundle = () =>
  changedActor(
    "step-less-onboarding",
    "local.settleOnboarding({}).then((report) => ({ ...report, attributes: {} }))",
  );

/** The actor with two looks for one. */
const doubleBundle = () =>
  changedActor(
    "double-onboarding",
    "local.settleOnboarding({}).then(() => local.settleOnboarding({}))",
  );

function changedActor(name: string, settle: string): Promise<string> {
  return plantedBundlePath(
    name,
    `import { continueAsNew, proxyLocalActivities } from "@temporalio/workflow";
     import { runActor } from ${JSON.stringify(join(WORKFLOWS, "run-actor.ts"))};
     const local = proxyLocalActivities({
       startToCloseTimeout: "1500ms",
       retry: { maximumAttempts: 1 },
     });
     export default async function actor(input = {}) {
       const settle = () => ${settle};
       await runActor({ settle, continueAsNew: (next) => continueAsNew(next) }, input);
     }`,
  );
}
