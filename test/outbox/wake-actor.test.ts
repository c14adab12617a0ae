import { describe, expect, test } from "@jest/globals";
import { ServiceError, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import { wakeFailure } from "../../activities/outbox/wake-actor.ts";

describe("a wake-up that was refused", () => {
  test.each([
    ["a busy server", 8, "namespace rate limit exceeded"],
    ["an actor that is closing", 8, "workflow operation can not be applied because it is closing"],
  ])("by %s is retried later", (_who, code, details) => {
    expect(wakeFailure(answered(code, details))).toEqual({ kind: "LATER", failureClass: "GRPC_8" });
  });

  test("by an actor with too many signals counts as delivered", () => {
    const details = "exceeded workflow execution limit for signal events";
    expect(wakeFailure(answered(3, details))).toBeNull();
    expect(wakeFailure(answered(8, details))).toBeNull();
  });

  test("because the actor must not run a second time counts as delivered", () => {
    const refused = new WorkflowExecutionAlreadyStartedError("Already", "probe/1", "probeActor");
    expect(wakeFailure(refused)).toBeNull();
  });

  test.each([
    ["is away", 14],
    ["does not answer in time", 4],
    ["does not know the namespace", 5],
  ])("because the server %s is a fault, recorded only by its class", (_why, code) => {
    expect(wakeFailure(answered(code, "at host 10.0.0.1"))).toEqual({
      kind: "FAULT",
      failureClass: `GRPC_${code}`,
    });
  });

  test("for a reason of our own is a fault, recorded by its name", () => {
    expect(wakeFailure(new TypeError("what it says"))).toEqual({
      kind: "FAULT",
      failureClass: "TypeError",
    });
  });
});

function answered(code: number, details: string) {
  const status = Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: {} });
  return new ServiceError("Failed to signalWithStart Workflow", { cause: status });
}
