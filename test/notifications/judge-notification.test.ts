import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_CHANNELS,
} from "../../contract/notifications/vocabulary.ts";
import {
  DEFAULT_PREFERENCES,
  judgeNotification,
  type Occasion,
} from "../../rules/notifications/judge-notification.ts";
import { quietUntil } from "../../rules/notifications/quiet-hours.ts";

const NOON = new Date("2026-05-04T12:00:00Z");
const NIGHT = new Date("2026-05-04T23:00:00Z");
const MORNING = new Date("2026-05-05T08:00:00Z");

describe("a notification", () => {
  test("is sent at once by day, by push if a push arrives", () => {
    const allowed = { outcome: "SEND", reason: "ALLOWED", channels: ["PUSH"] };
    expect(judgeNotification(occasion(), NOON)).toEqual(allowed);
  });

  test("is sent by e-mail if no push arrives, or none is wanted", () => {
    for (const changes of [{ reach: ["MAIL"] as const }, preferring({ pushEnabled: false })]) {
      expect(judgeNotification(occasion(changes), NOON)).toMatchObject({ channels: ["MAIL"] });
    }
  });

  test("of the welcome is sent on both channels", () => {
    const welcome = occasion({ category: "WELCOME" });
    expect(judgeNotification(welcome, NOON)).toMatchObject({ channels: ["PUSH", "MAIL"] });
  });

  test("that is decided at night is sent after the quiet hours", () => {
    expect(judgeNotification(occasion(), NIGHT)).toEqual({
      outcome: "DEFER",
      reason: "QUIET_HOURS",
      channels: ["PUSH"],
      until: MORNING,
    });
    const always = occasion(preferring({ quietHours: null }));
    expect(judgeNotification(always, NIGHT)).toMatchObject({ outcome: "SEND" });
  });

  test("that gathers others is deferred for 15 minutes once, in quiet hours until the morning, and is then sent", () => {
    const first = occasion({ category: "INVITATION_NEEDS_ATTENTION", decidedAt: null });
    const until = new Date("2026-05-04T12:15:00Z");
    const gathers = { outcome: "DEFER", reason: "SENT_TOGETHER", channels: ["PUSH"], until };
    expect(judgeNotification(first, NOON)).toEqual(gathers);
    const waits = { outcome: "DEFER", reason: "QUIET_HOURS", until: MORNING };
    expect(judgeNotification(first, NIGHT)).toMatchObject(waits);
    const due = { ...first, decidedAt: NOON };
    expect(judgeNotification(due, until)).toMatchObject({ outcome: "SEND" });
  });

  test("that is urgent is sent at night and though muted", () => {
    const policy = { ...NOTIFICATIONS.FORM_ASSIGNED, severity: "URGENT" } as const;
    const muted = preferring({ mutedCategories: ["FORM_ASSIGNED"] });
    const urgent = occasion({ policy, ...muted });
    expect(judgeNotification(urgent, NIGHT)).toMatchObject({ outcome: "SEND" });
  });
});

describe("a notification is suppressed, and its record says why", () => {
  test.each([
    ["RECIPIENT_INACTIVE", { recipientActive: false }],
    ["RELATIONSHIP_INACTIVE", { relationshipActive: false }],
    ["MUTED", preferring({ mutedCategories: ["FORM_ASSIGNED"] })],
    ["NO_CHANNEL", { reach: [] }],
    ["NO_CHANNEL", preferring({ pushEnabled: false, mailEnabled: false })],
    ["NOTHING_LEFT", { nothingLeft: true }],
    ["ALREADY_TOLD", { alreadyNotified: true }],
    ["WINDOW_MISSED", { windowMissed: true }],
    ["TAPERED", { tapered: true }],
  ] as const)("with the reason %s", (reason, changes) => {
    const suppressed = { outcome: "SUPPRESS", reason, channels: [] };
    expect(judgeNotification(occasion(changes), NOON)).toEqual(suppressed);
  });
});

describe("a daily reminder", () => {
  test("is sent on its day", () => {
    expect(judgeNotification(reminder(), NOON)).toMatchObject({ outcome: "SEND" });
  });

  test("is not sent on another day or from 21:00 on", () => {
    const missed = { outcome: "SUPPRESS", reason: "WINDOW_MISSED" };
    expect(judgeNotification(reminder(), MORNING)).toMatchObject(missed);
    expect(judgeNotification(reminder(), NIGHT)).toMatchObject(missed);
    const evening = new Date("2026-05-04T21:00:00Z");
    expect(judgeNotification(reminder(preferring({ quietHours: null })), evening)).toMatchObject(
      missed,
    );
  });

  test("waits for the end of quiet hours on its day, and no longer", () => {
    const hours = (fromMinute: number, untilMinute: number) =>
      reminder(preferring({ quietHours: { fromMinute, untilMinute } }));
    expect(judgeNotification(hours(600, 840), NOON)).toMatchObject({
      outcome: "DEFER",
      until: new Date("2026-05-04T14:00:00Z"),
    });
    for (const late of [hours(600, 1_260), hours(600, 480)]) {
      const suppressed = { outcome: "SUPPRESS", reason: "QUIET_HOURS" };
      expect(judgeNotification(late, NOON)).toMatchObject(suppressed);
    }
  });
});

describe("for every event", () => {
  const minute = fc.nat(1_439);
  const preferences = fc.record({
    mutedCategories: fc.subarray([...NOTIFICATION_CATEGORIES]),
    pushEnabled: fc.boolean(),
    mailEnabled: fc.boolean(),
    quietHours: fc.option(
      fc
        .record({ fromMinute: minute, untilMinute: minute })
        .filter(({ fromMinute, untilMinute }) => fromMinute !== untilMinute),
    ),
  });
  const anything = fc
    .record({
      category: fc.constantFrom(...NOTIFICATION_CATEGORIES),
      localDate: fc.option(fc.constantFrom("2026-03-28", "2026-03-29", "2026-03-30")),
      recipientActive: fc.boolean(),
      relationshipActive: fc.option(fc.boolean()),
      timezone: fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Kiritimati", "Asia/Kathmandu"),
      preferences,
      reach: fc.subarray([...NOTIFICATION_CHANNELS]),
      nothingLeft: fc.boolean(),
      alreadyNotified: fc.boolean(),
      notifiedOfClient: fc.boolean(),
      sentTogether: fc.boolean(),
      coincidesWithUrgent: fc.boolean(),
      inDigest: fc.boolean(),
      windowMissed: fc.boolean(),
      tapered: fc.boolean(),
    })
    .map((changes) => occasion(changes));
  const instant = fc.integer({ min: 0, max: 4 * 1_440 }).map((minutes) => {
    return new Date(Date.parse("2026-03-27T00:00:00Z") + minutes * 60_000);
  });

  test("no person is notified in quiet hours (unless it is urgent or has its own hour), on a closed channel, when muted, or after leaving", () => {
    fc.assert(
      fc.property(anything, instant, (some, now) => {
        const verdict = judgeNotification(some, now);
        if (verdict.outcome === "SUPPRESS") return;
        const at = verdict.outcome === "DEFER" ? verdict.until : now;
        const { severity, atItsHour } = some.policy;
        const isUrgent = severity === "URGENT";
        const quietHours = isUrgent || atItsHour ? null : some.preferences.quietHours;
        if (quietHours !== null) expect(quietUntil(at, some.timezone, quietHours)).toBe(null);
        expect(some.recipientActive && some.relationshipActive !== false).toBe(true);
        const mutes = isUrgent ? [] : some.preferences.mutedCategories;
        expect(mutes).not.toContain(some.category);
        expect(some.notifiedOfClient || some.coincidesWithUrgent || some.inDigest).toBe(false);
        expect(some.sentTogether).toBe(false);
        expect(some.windowMissed || some.nothingLeft || some.alreadyNotified || some.tapered).toBe(
          false,
        );
        expect(verdict.channels).not.toEqual([]);
        for (const channel of verdict.channels) expect(some.reach).toContain(channel);
      }),
    );
  });

  test("a deferred notification is sent when its time has come, if nothing else has changed", () => {
    fc.assert(
      fc.property(anything, instant, (some, now) => {
        const verdict = judgeNotification(some, now);
        if (verdict.outcome !== "DEFER") return;
        expect(verdict.until.getTime()).toBeGreaterThan(now.getTime());
        const { channels } = verdict;
        const expected = { outcome: "SEND", reason: "ALLOWED", channels };
        expect(judgeNotification(some, verdict.until)).toEqual(expected);
      }),
    );
  });
});

function occasion(changes: Partial<Occasion> = {}): Occasion {
  const category = changes.category ?? "FORM_ASSIGNED";
  return {
    category,
    policy: NOTIFICATIONS[category],
    // Only the first decision waits for others; it has a test of its own.
    decidedAt: NOON,
    localDate: null,
    recipientActive: true,
    relationshipActive: true,
    timezone: "UTC",
    preferences: DEFAULT_PREFERENCES,
    reach: ["PUSH", "MAIL"],
    nothingLeft: false,
    alreadyNotified: false,
    notifiedOfClient: false,
    sentTogether: false,
    coincidesWithUrgent: false,
    inDigest: false,
    windowMissed: false,
    tapered: false,
    ...changes,
  };
}

function reminder(changes: Partial<Occasion> = {}) {
  return occasion({ category: "ONBOARDING_REMINDER", localDate: "2026-05-04", ...changes });
}

function preferring(changes: Partial<typeof DEFAULT_PREFERENCES>) {
  return {
    preferences: { ...DEFAULT_PREFERENCES, ...changes },
  };
}
