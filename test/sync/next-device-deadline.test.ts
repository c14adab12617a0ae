import { expect, test } from "@jest/globals";
import { deviceActor } from "../../contract/sync/device-actor.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { nextDeviceDeadline, type DeviceWait } from "../../rules/sync/next-device-deadline.ts";

test("the next deadline of a device is its earliest", () => {
  const waits = [
    wait("UNDO_WINDOW", "2026-03-02T10:00:00.000Z"),
    wait("RETRY", "2026-03-02T09:59:59.999Z"),
    wait("PURGE", "2026-03-01T00:00:00.000Z", 0),
  ];
  expect(nextDeviceDeadline(waits)).toEqual({
    reason: "RETRY",
    at: new Date("2026-03-02T09:59:59.999Z"),
  });
});

test.each([
  ["2026-03-02T10:00:00.001Z", "2026-03-02T10:15:00.000Z"],
  ["2026-03-02T10:15:00.000Z", "2026-03-02T10:15:00.000Z"],
  ["2026-03-02T23:59:59.999Z", "2026-03-03T00:00:00.000Z"],
])("an undo window that ends at %s is closed at %s", (at, closedAt) => {
  expect(nextDeviceDeadline([wait("UNDO_WINDOW", at)])?.at).toEqual(new Date(closedAt));
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
