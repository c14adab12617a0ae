import { expect, test } from "@jest/globals";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { pino } from "pino";
import { replayHistory } from "../../../workers/operator/replay-workflow.ts";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";
import { readRecordedHistories } from "../../factories/workers/recorded-histories.ts";
import { testBundle } from "../../factories/workers/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

/** The pinned run that was woken after a promotion, and the run in which it continued. */
const [left, continued] = ["1", "2"].map(recordedRun);

test("A recorded run whose release was replaced continues as new on the promoted one and is pinned to it", () => {
  expect(buildsOf(left)).toEqual(["first", "first"]);
  expect(left?.events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes).toMatchObject({
    newExecutionRunId: runIdOf(continued),
  });
  // A run that continues without AUTO_UPGRADE inherits the pinned release.
  const started = continued?.events[0]?.workflowExecutionStartedEventAttributes;
  expect(started).not.toHaveProperty("inheritedPinnedVersion", expect.anything());
  expect(new Set(buildsOf(continued))).toEqual(new Set(["second"]));
});

test("The mark of Temporal that another release is current, and nothing else, makes the recorded run continue as new", async () => {
  const { events = [], workflowId = "" } = left ?? {};
  const marked = events.flatMap(({ workflowTaskStartedEventAttributes: task }) =>
    task ? [task.targetWorkerDeploymentVersionChanged ?? false] : [],
  );
  expect(marked).toEqual([false, true]);
  const bundle = await testBundle();
  expect(await replayHistory({ events }, workflowId, bundle)).toMatchObject({ clean: true });
  const unmarked = events.map(({ workflowTaskStartedEventAttributes: task, ...event }) => ({
    ...event,
    ...(task && {
      workflowTaskStartedEventAttributes: { ...task, targetWorkerDeploymentVersionChanged: false },
    }),
  }));
  const report = await replayHistory({ events: unmarked }, workflowId, bundle);
  expect(report).toMatchObject({ clean: false });
});

function recordedRun(run: string) {
  const found = readRecordedHistories("sync").find(({ file }) =>
    file.includes(`moves-to-the-promoted-release-${run}`),
  );
  if (found === undefined) throw new Error("No move to a promoted release was recorded");
  return { workflowId: found.workflowId, events: historyFromJSON(found.history).events ?? [] };
}

type Recorded = ReturnType<typeof recordedRun> | undefined;

/** The build that completed each workflow task. */
function buildsOf(recorded: Recorded) {
  return recorded?.events.flatMap(({ workflowTaskCompletedEventAttributes: task }) =>
    task ? [task.deploymentVersion?.buildId] : [],
  );
}

function runIdOf(recorded: Recorded) {
  return recorded?.events[0]?.workflowExecutionStartedEventAttributes?.originalExecutionRunId;
}
