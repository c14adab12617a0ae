import { expect, test } from "@jest/globals";
import { ServiceError, WorkflowNotFoundError } from "@temporalio/client";
import { unlessEnded } from "../../../workers/deployment/unless-ended.ts";

const temporal = { withDeadline: <T>(_deadline: number | Date, act: () => Promise<T>) => act() };
const refused = (details: string) => {
  const error = new Error(`8 RESOURCE_EXHAUSTED: ${details}`);
  const cause = Object.assign(error, { code: 8, details, metadata: {} });
  return new ServiceError("Failed to signal Workflow", { cause });
};
const acting = (error: Error) => unlessEnded(temporal, () => Promise.reject(error));

test("an act on a run that has ended, or ends at this moment, does not happen and does not fail", async () => {
  expect(await unlessEnded(temporal, () => Promise.resolve())).toBe(true);
  expect(await acting(new WorkflowNotFoundError("gone", "invitation/1", "run"))).toBe(false);
  const closing = "workflow operation can not be applied because workflow is closing";
  expect(await acting(refused(closing))).toBe(false);
});

test("an act that Temporal refuses for another reason fails", async () => {
  await expect(acting(refused("namespace rate limit exceeded"))).rejects.toThrow(
    "Failed to signal",
  );
});
