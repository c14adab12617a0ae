import { expect, test } from "@jest/globals";
import { judgeCase } from "../../activities/inbox/judge-case.ts";
import { formCases } from "../../rules/inbox/sources/form-cases.ts";

const now = new Date("2026-03-20T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const relationship = {
  id: "r",
  workspaceId: "w",
  clientUserId: "client",
  coachUserId: "coach",
  status: "ACTIVE",
  oldestDate: null,
  timezone: "UTC",
  nextTimezone: null,
  zoneChangesAt: null,
} as const;

test("a new check-in leaves what closed tasks of its plan covered, unless a recent one has disappeared", () => {
  const covered = [31, 2].map((days) => ({
    relationshipId: "r",
    dedupeKey: "form:plan",
    occurrenceKey: `${days} days ago`,
    taskId: "closed",
    sourceKind: "FORM" as const,
    localDate: null,
    acceptedAt: daysAgo(days),
    reviewedAt: null,
  }));
  const submission = { relationshipId: "r", caseId: "plan", submissionId: "new", submittedAt: now };
  const [found = null] = formCases([submission]);
  const { gone } = judgeCase(
    { relationship, found, task: null, covered },
    { reviews: new Map(), from: "2026-02-20", now },
  );
  expect(gone.map(({ occurrenceKey }) => occurrenceKey)).toEqual(["2 days ago"]);
});
