import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import type { ReplayReport } from "../../workers/operator/replay-workflow.ts";
import { installRuntime } from "../../workers/worker/install-runtime.ts";
import { plantedBundlePath } from "../factories/workers/planted-bundle.ts";
import {
  type RecordedHistory,
  readRecordedHistories,
  replayedTogether,
} from "../factories/workers/recorded-histories.ts";
import { testBundle } from "../factories/workers/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

const WORKFLOWS = join(import.meta.dirname, "../../workflows");
const recorded = readRecordedHistories("onboarding");

const PATHS = [
  "started-completed",
  "skipped-reminded-completed",
  "cancelled",
  "paused-resumed",
  "ended-purged",
  "zone-moved",
  "baseline-reminded-told",
];

describe("the recorded paths of an onboarding", () => {
  test.each(PATHS)("contain %s", (name) => {
    expect(recorded.some(({ file }) => file.includes(name))).toBe(true);
  });

  const replayed = replayedTogether(recorded, testBundle);
  test.each(recorded)("replay with the present code: $file", async (history) => {
    const text = `${history.workflowId} replays cleanly.`;
    expect(await replayed(history)).toEqual({ clean: true, text });
  });

  const waiting = replayedTogether(recorded, waitingBundle);
  test.each(recorded)("detect an actor that waits before it settles: $file", async (history) => {
    expectCaught(history, await waiting(history));
  });

  // In the excluded history, every step also changes what each actor shows.
  const onItsOwn = recorded.filter(({ file }) => !file.includes("cancelled"));
  const stepLess = replayedTogether(onItsOwn, stepLessBundle);
  test.each(onItsOwn)("detect an actor that does not show its step: $file", async (history) => {
    expectCaught(history, await stepLess(history));
  });

  const doubled = replayedTogether(recorded, doubleBundle);
  test.each(recorded)("detect an actor that settles twice: $file", async (history) => {
    expectCaught(history, await doubled(history));
  });
});

function expectCaught({ workflowId }: RecordedHistory, report: ReplayReport): void {
  expect(report).toMatchObject({ clean: false });
  expect(report.text).toContain(`${workflowId} diverges: `);
}

/** The product's actor with an additional timer at its start. */
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

/** The actor without its own search attributes. */
function stepLessBundle() {
  return changedActor(
    "step-less-onboarding",
    "local.settleOnboarding({}).then((report) => ({ ...report, attributes: {} }))",
  );
}

/** The actor with two settlements instead of one. */
function doubleBundle() {
  return changedActor(
    "double-onboarding",
    "local.settleOnboarding({}).then(() => local.settleOnboarding({}))",
  );
}

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
