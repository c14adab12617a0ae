import { describe, expect, test } from "@jest/globals";
import { NOTIFICATION_REASONS } from "../../contract/notifications/vocabulary.ts";
import {
  type ExplainedNotification,
  explainNotification,
} from "../../rules/notifications/explain-notification.ts";

const sentAt = "2026-05-04T06:00:10.000Z";

describe("an explanation", () => {
  test.each([
    [
      "that it was sent, and when by the reader's clock",
      decision({ deliveries: [{ status: "SENT", sentAt }] }),
      ["This was sent on 4 May 2026 at 08:00.", "Das wurde am 4. Mai 2026 um 08:00 gesendet."],
    ],
    [
      "that it waits for the morning",
      decision({ outcome: "DEFER", reason: "QUIET_HOURS", deliverAfter: "2026-05-04T06:00:00Z" }),
      [
        "This waits for the end of your quiet hours, on 4 May 2026 at 08:00.",
        "Das wartet auf das Ende Ihrer Ruhezeit, am 4. Mai 2026 um 08:00.",
      ],
    ],
    [
      "that it waits for others of its kind",
      decision({
        category: "INVITATION_NEEDS_ATTENTION",
        outcome: "DEFER",
        reason: "SENT_TOGETHER",
        deliverAfter: "2026-05-04T06:00:00Z",
      }),
      [
        "This waits until 4 May 2026 at 08:00, so that several of its kind are one message.",
        "Das wartet bis zum 4. Mai 2026 um 08:00, damit mehreres dieser Art eine Nachricht wird.",
      ],
    ],
    [
      "that it was left to a message about several invitations",
      decision({
        category: "INVITATION_NEEDS_ATTENTION",
        outcome: "SUPPRESS",
        reason: "SENT_TOGETHER",
      }),
      [
        "This was not sent separately: it was left to a message about several invitations.",
        "Das wurde nicht eigens gesendet: Es blieb einer Nachricht über mehrere Einladungen überlassen.",
      ],
    ],
    [
      "that it is on its way",
      decision({ deliveries: [{ status: "PENDING", sentAt: null }] }),
      [
        "This is on its way. If it fails, it is retried.",
        "Das ist unterwegs. Wo es scheitert, wird es erneut versucht.",
      ],
    ],
    [
      "that there was no reason to notify",
      null,
      ["There was no reason to notify you.", "Dafür gab es keinen Anlass."],
    ],
  ])("says %s", (_, row, sentences) => {
    expect(["en-GB", "de"].map((locale) => explainNotification(row, locale))).toEqual(sentences);
  });

  test("gives each reason a sentence of its own, in each language", () => {
    const reasons = NOTIFICATION_REASONS.filter((reason) => reason !== "ALLOWED");
    for (const locale of ["en", "de"]) {
      const sentences = reasons.map((reason) =>
        explainNotification(decision({ outcome: "SUPPRESS", reason }), locale),
      );
      expect(new Set(sentences).size).toBe(reasons.length);
      for (const sentence of sentences)
        expect(sentence).toMatch(/^(?:This was not|Das wurde nicht)/);
    }
  });
});

function decision(changes: Partial<ExplainedNotification> = {}): ExplainedNotification {
  return {
    category: "FORM_ASSIGNED",
    outcome: "SEND",
    reason: "ALLOWED",
    timezone: "Europe/Berlin",
    deliverAfter: null,
    deliveries: [],
    ...changes,
  };
}
