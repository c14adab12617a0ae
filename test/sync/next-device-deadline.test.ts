import { expect, test } from "@jest/globals";
import { deviceActor } from "../../contract/sync/device-actor.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { nextDeviceDeadline, type DeviceWait } from "../../rules/sync/next-device-deadline.ts";

test("the next deadline of a device is its earliest", () => {
  const waits = [
    wait("STUCK_OUTBOX", "2026-03-02T10:00:00.000Z"),
    wait("RETRY", "2026-03-02T09:59:59.999Z"),
    wait("PURGE", "2026-03-01T00:00:00.000Z", 0),
  ];
  expect(nextDeviceDeadline(waits)).toEqual({
    reason: "RETRY",
    at: new Date("2026-03-02T09:59:59.999Z"),
  });
});

test("a device without pending work has no deadline", () => {
  expect(nextDeviceDeadline([])).toBeNull();
});

test("the workflow id of a device can be parsed back to the device", () => {
  expect(deviceActor.subjectOf(deviceActorId("d1"))).toEqual({ deviceId: "d1" });
  expect(() => deviceActor.subjectOf("onboarding/d1")).toThrow();
});

function wait(reason: DeviceWait["reason"], at: string, count = 1): DeviceWait {
  return {
    reason,
    at: new Date(at),
    count,
  };
}
