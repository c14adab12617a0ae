import { afterAll, expect, test } from "@jest/globals";
import { pino } from "pino";
import { inSpan, runInSpan, startRequestSpan } from "../../../db/platform/tracing/spans.ts";
import { replayHistories } from "../../../workers/operator/replay-workflow.ts";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";
import { readRecordedHistories } from "../../factories/workers/recorded-histories.ts";
import { recordSpans } from "../../factories/workers/record-spans.ts";
import { testBundle } from "../../factories/workers/test-bundle.ts";

installRuntime(pino({ level: "silent" }));

const { spans, end } = recordSpans();
afterAll(end);

/** One history of each file name's kind stands for its room: `replay.test.ts` replays all of them without tracing. */
const histories = readRecordedHistories().filter(
  ({ file }, place) => place % 16 === 0 || file.includes("lane-"),
);

test("Recorded histories replay inside a recorded span, and the workflows add no span to it", async () => {
  const bundle = await testBundle();
  const request = startRequestSpan(null, { "sideline.request_id": "replay" });
  if (request === null) throw new Error("The request was not recorded");
  const reports: unknown[] = [];
  await runInSpan(request, () =>
    inSpan("replay", async () => {
      for await (const report of replayHistories(histories, bundle)) reports.push(report);
    }),
  );
  request.end();
  await end();
  const clean = histories.map(({ workflowId }) => `${workflowId} replays cleanly.`);
  expect(reports).toEqual(clean.map((text) => ({ clean: true, text })));
  expect(histories.length).toBeGreaterThan(5);
  expect(spans.map(({ name }) => name)).toEqual(["replay", "request"]);
});
