import { describe, expect, test } from "@jest/globals";
import { NOTIFICATIONS } from "../../../contract/notifications/notifications.ts";
import { NOTIFICATION_REASONS } from "../../../contract/notifications/vocabulary.ts";
import { categoriesOf } from "../../../rules/notifications/categories-of.ts";
import {
  COACH_CATEGORIES,
  preferencesBody,
} from "../../../web/settings/notifications/preferences-body.ts";
import { whyOf } from "../../../web/settings/notifications/why-of.ts";
import { messages } from "../../../web/texts/en/index.ts";

const stored = {
  mutedCategories: ["WELCOME", "INBOX_DIGEST"],
  channels: { push: true, mail: false },
  quietHours: { from: "21:00", until: "08:00" },
};
const judged = { outcome: "SEND", reason: "ALLOWED", deliverAfter: null, deliveries: [] };

describe("notification preferences", () => {
  test("the page offers each category of coaches but the urgent ones, and names all", () => {
    const mutable = categoriesOf("COACH").filter(
      (category) => NOTIFICATIONS[category].severity !== "URGENT",
    );
    expect(COACH_CATEGORIES.toSorted()).toEqual(mutable.toSorted());
    for (const category of categoriesOf("COACH"))
      expect(Object.keys(messages)).toContain(`settings.category.${category}`);
  });

  test("a saved change carries all other preferences, also of categories that are not offered", () => {
    expect(preferencesBody(stored, { category: "COACH_TASK_HIGH", isOn: false })).toEqual({
      ...stored,
      mutedCategories: ["WELCOME", "COACH_TASK_HIGH", "INBOX_DIGEST"],
    });
    expect(
      preferencesBody(stored, { category: "INBOX_DIGEST", isOn: true }).mutedCategories,
    ).toEqual(["WELCOME"]);
  });

  test("a channel and quiet hours change alone, and quiet hours can be turned off", () => {
    expect(preferencesBody(stored, { channels: { mail: true } }).channels).toEqual({
      push: true,
      mail: true,
    });
    expect(preferencesBody(stored, { quietHours: null }).quietHours).toBeNull();
    expect(preferencesBody(stored, {}).quietHours).toEqual(stored.quietHours);
  });
});

describe("why a coach was notified", () => {
  test("what was sent says by which way and when, whatever its reason", () => {
    const sent = { channel: "MAIL", status: "SENT", sentAt: "2026-11-26T07:00:00Z" };
    const first = { ...sent, channel: "PUSH", sentAt: "2026-11-26T06:00:00Z" };
    const why = whyOf({ ...judged, reason: "SENT_TOGETHER", deliveries: [sent, first] });
    expect(why).toEqual({ kind: "SENT_PUSH", at: first.sentAt });
  });

  test("what waits says until when: for quiet hours, or to be sent together", () => {
    const deliverAfter = "2026-11-26T07:00:00Z";
    const waiting = { ...judged, outcome: "DEFER", deliverAfter };
    expect(whyOf({ ...waiting, reason: "QUIET_HOURS" })).toEqual({
      kind: "WAITING",
      at: deliverAfter,
    });
    expect(whyOf({ ...waiting, reason: "SENT_TOGETHER" }).kind).toBe("GATHERING");
  });

  test("what was not sent names its reason, and every reason of the API has a sentence", () => {
    for (const reason of NOTIFICATION_REASONS) {
      expect(whyOf({ ...judged, outcome: "SUPPRESS", reason })).toEqual({ kind: reason, at: null });
      expect(Object.keys(messages)).toContain(`settings.whyOf.${reason}`);
    }
  });

  test("a failed delivery is told apart from one that is still tried", () => {
    const failed = { channel: "MAIL", status: "FAILED", sentAt: null };
    expect(whyOf({ ...judged, deliveries: [failed] }).kind).toBe("FAILED");
    expect(whyOf({ ...judged, deliveries: [failed, { ...failed, status: "PENDING" }] }).kind).toBe(
      "UNDER_WAY",
    );
  });
});
