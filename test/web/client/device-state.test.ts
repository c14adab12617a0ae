import { describe, expect, test } from "@jest/globals";
import { clockError, deviceState } from "../../../web/client/sync/device-state.ts";
import type { DeviceHealth } from "../../../web/client/sync/sync-query.ts";

const NOW = new Date("2026-11-26T08:00:00Z");

const phone = (changes: Partial<DeviceHealth>): DeviceHealth => ({
  deviceId: "phone",
  name: null,
  platform: "ANDROID",
  appVersion: "3.2.1",
  buildNumber: 1,
  lastSyncAt: "2026-11-26T07:00:00Z",
  outbox: null,
  refused: [],
  plan: null,
  clock: null,
  ...changes,
});

const outbox = {
  depth: 0,
  oldestAt: null,
  rejected: null,
  conflicted: null,
  reportedAt: "2026-11-26T07:00:00Z",
};

describe("a client's phone", () => {
  test.each([
    ["a phone that never synced says so", { lastSyncAt: null }, "NEVER"],
    ["a phone with a conflict is behind", { outbox: { ...outbox, conflicted: 1 } }, "BEHIND"],
    [
      "a phone without contact for over a day is quiet",
      { lastSyncAt: "2026-11-25T07:59:59Z" },
      "QUIET",
    ],
    ["a phone that has sent everything is in step", { outbox }, "CURRENT"],
  ] as const)("%s", (_title, changes, state) => {
    expect(deviceState(phone(changes), NOW)).toBe(state);
  });

  test("a clock is worth a word from five minutes on, in either direction", () => {
    const at = (offsetMs: number) => phone({ clock: { offsetMs, readAt: "2026-11-26T07:00:00Z" } });
    expect(clockError(at(299_999))).toBeNull();
    expect(clockError(at(-300_000))).toBe(-300_000);
  });
});
