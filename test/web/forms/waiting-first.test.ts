import { expect, test } from "@jest/globals";
import { waitingFirst } from "../../../web/forms/waiting-first.ts";

test("Clients who owe a form come first, the earliest due first, then answers from the newest", () => {
  const client = (name: string, dueAt: string | null, submittedAt: string | null = null) => ({
    name,
    status: submittedAt === null ? "ASSIGNED" : "SUBMITTED",
    dueAt,
    submittedAt,
  });
  const ordered = waitingFirst([
    client("answered long ago", null, "2026-11-01T08:00:00Z"),
    client("without a due day", null),
    client("answered lately", "2026-11-20T08:00:00Z", "2026-11-19T08:00:00Z"),
    client("due later", "2026-11-30T08:00:00Z"),
    client("due soon", "2026-11-29T08:00:00Z"),
  ]);
  expect(ordered.map(({ name }) => name)).toEqual([
    "due soon",
    "due later",
    "without a due day",
    "answered lately",
    "answered long ago",
  ]);
});
