import { describe, expect, test } from "@jest/globals";
import { countRefusedCodes } from "../../rules/workouts/health/count-refused-codes.ts";
import {
  type SyncedDevice,
  syncMessageHint,
} from "../../rules/workouts/health/sync-message-hint.ts";

const now = new Date("2026-03-02T12:00:00.000Z");
const healthy: SyncedDevice = {
  lastSyncAt: "2026-03-02T11:50:00.000Z",
  outbox: { depth: 3, rejected: 0, conflicted: 0 },
  plan: { revision: 4, presentRevision: 4 },
  clock: { offsetMs: 2_000 },
};
const silent = { ...healthy, lastSyncAt: "2026-03-01T11:50:00.000Z" };
const refused = { ...healthy, outbox: { depth: 0, rejected: 1, conflicted: 0 } };
const ahead = { ...healthy, clock: { offsetMs: 41 * 60_000 } };
const hint = (...devices: readonly SyncedDevice[]) => syncMessageHint({ issues: [], devices, now });

describe("The suggested message to a client (docs/rooms/workouts.md#sync-health)", () => {
  test("is none while every phone synced within a day, has nothing refused and a right clock", () => {
    expect(hint()).toBeNull();
    expect(hint(healthy)).toBeNull();
    expect(hint({ lastSyncAt: null, outbox: null, plan: null, clock: null })).toBeNull();
  });

  test("is about the newest workout in conflict, whatever else is wrong", () => {
    const issues = ["TASK_CANCELED", "STALE_REVISION"] as const;
    expect(syncMessageHint({ issues, devices: [refused], now })).toBe("EXPLAIN_CANCELLATION");
  });

  test("asks to read refusals that lie on a phone, before anything else about phones", () => {
    expect(hint(silent, ahead, refused)).toBe("ASK_TO_READ_REFUSALS");
    const conflicted = { ...healthy, outbox: { depth: 0, rejected: null, conflicted: 2 } };
    expect(hint(conflicted)).toBe("ASK_TO_READ_REFUSALS");
  });

  test("asks to open the app if a phone was silent for a day and keeps entries or an old plan", () => {
    expect(hint(ahead, silent)).toBe("ASK_TO_OPEN_APP");
    const empty = { ...silent, outbox: { depth: 0, rejected: 0, conflicted: 0 } };
    expect(hint(empty)).toBeNull();
    expect(hint({ ...empty, plan: { revision: 3, presentRevision: 4 } })).toBe("ASK_TO_OPEN_APP");
    expect(hint({ ...healthy, plan: { revision: 3, presentRevision: 4 } })).toBeNull();
  });

  test("asks to check a clock that is more than five minutes ahead or behind", () => {
    expect(hint(ahead)).toBe("ASK_TO_CHECK_CLOCK");
    expect(hint({ ...healthy, clock: { offsetMs: -6 * 60_000 } })).toBe("ASK_TO_CHECK_CLOCK");
    expect(hint({ ...healthy, clock: { offsetMs: 5 * 60_000 } })).toBeNull();
  });
});

test("Refusals are counted by status and code, with the newest instant, and those without a code are not", () => {
  const one = (code: "TASK_CLOSED" | "STALE_REVISION" | null, minute: number) => ({
    status: code === "STALE_REVISION" ? ("CONFLICT" as const) : ("REJECTED" as const),
    code,
    decidedAt: `2026-03-02T11:${String(minute)}:00.000Z`,
  });
  const accepted = { status: "ACCEPTED", code: null, decidedAt: "" } as const;
  const newestFirst = [one("TASK_CLOSED", 50), one("STALE_REVISION", 40), one(null, 35)];
  expect(countRefusedCodes([...newestFirst, accepted, one("TASK_CLOSED", 30)])).toEqual([
    { status: "REJECTED", code: "TASK_CLOSED", count: 2, latestAt: "2026-03-02T11:50:00.000Z" },
    { status: "CONFLICT", code: "STALE_REVISION", count: 1, latestAt: "2026-03-02T11:40:00.000Z" },
  ]);
});
