import { describe, expect, test } from "@jest/globals";
import { groupByCause } from "../../../web/support/operations/group-by-cause.ts";
import { sentEmails } from "../../../web/support/people/sent-emails.ts";

describe("the lists of support", () => {
  test("quarantined operations stand under their cause, the most frequent cause first", () => {
    const crashed = (faultClass: string, deviceId: string, quarantinedAt: string) => ({
      faultClass,
      deviceId,
      quarantinedAt,
    });
    const causes = groupByCause([
      crashed("TypeError", "a", "2026-11-26T08:00:00Z"),
      crashed("RangeError", "a", "2026-11-26T09:00:00Z"),
      crashed("RangeError", "b", "2026-11-26T07:00:00Z"),
      crashed("RangeError", "b", "2026-11-26T10:00:00Z"),
    ]);
    expect(
      causes.map(({ faultClass, operations, devices, since }) => [
        faultClass,
        operations.length,
        devices,
        since,
      ]),
    ).toEqual([
      ["RangeError", 3, 2, "2026-11-26T07:00:00Z"],
      ["TypeError", 1, 1, "2026-11-26T08:00:00Z"],
    ]);
  });

  test("mails of notifications and other mails are one list, newest first, by when they were tried", () => {
    const outcome = { status: "SENT", attempts: 1, failureCode: null };
    const sent = sentEmails(
      [{ ...outcome, category: "WELCOME", decidedAt: "2026-11-01T08:00:00Z", sentAt: null }],
      [
        { ...outcome, type: "EXPORT_READY", askedAt: "2026-11-02T08:00:00Z", triedAt: null },
        {
          ...outcome,
          type: "INVITATION",
          askedAt: "2026-10-01T08:00:00Z",
          triedAt: "2026-11-03T08:00:00Z",
        },
      ],
    );
    expect(sent.map(({ name }) => name)).toEqual(["INVITATION", "EXPORT_READY", "WELCOME"]);
  });
});
