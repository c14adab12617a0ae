import { describe, expect, test } from "@jest/globals";
import { MEDIA_OUTCOMES } from "../../contract/exercises/media-vocabulary.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { isMediaUrl } from "../../rules/exercises/media/is-media-url.ts";
import { closedBy, accessStateOf } from "../../rules/exercises/media/access-state.ts";
import {
  judgeRefetch,
  type Refetch,
  type RefetchedAccess,
} from "../../rules/exercises/media/judge-refetch.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-03-01T00:00:00.000Z");

describe("A media access", () => {
  test("is released only if the provider proves that it counted nothing", () => {
    const released = MEDIA_OUTCOMES.filter((outcome) => accessStateOf(outcome) === "RELEASED");
    expect(released).toEqual([
      "CAPPED_EXERCISES",
      "CAPPED_MINUTES",
      "RATE_LIMITED",
      "UNAUTHORISED",
      "NOT_FOUND",
      "NOT_REACHED",
    ]);
  });

  test("that meets the provider's cap closes the allowance, and nothing else does", () => {
    const closing = MEDIA_OUTCOMES.flatMap((outcome) => closedBy(outcome) ?? []);
    expect(closing).toEqual(["EXERCISES", "MINUTES"]);
  });

  const former = {
    actorUserId: "kim",
    exerciseId: "squat",
    reservedAt: START,
    isRefetch: false,
    isRefetched: false,
  };
  const request = { actorUserId: "kim", exerciseId: "squat", now: START };
  test.each<[string, RefetchedAccess | null, Refetch, ProblemCode | null]>([
    ["once", former, request, null],
    [
      "after 48 hours to the millisecond",
      former,
      { ...request, now: new Date(START.getTime() + 2 * DAY_MS) },
      null,
    ],
    [
      "later",
      former,
      { ...request, now: new Date(START.getTime() + 2 * DAY_MS + 1) },
      "MEDIA_REFETCH_SPENT",
    ],
    ["twice", { ...former, isRefetched: true }, request, "MEDIA_REFETCH_SPENT"],
    ["twice in a row", { ...former, isRefetch: true }, request, "MEDIA_REFETCH_SPENT"],
    ["by another", former, { ...request, actorUserId: "lee" }, "NOT_FOUND"],
    ["of another exercise", former, { ...request, exerciseId: "lunge" }, "NOT_FOUND"],
    ["of none", null, request, "NOT_FOUND"],
  ])("is judged by the rule when refetched %s", (_, ...[access, refetch, code]) => {
    expect(judgeRefetch(access, refetch)).toBe(code);
  });
});

describe("A media address", () => {
  const HOSTS = ["cdn.example", "127.0.0.1:4455"];
  test.each([
    ["https://cdn.example/a.mp4?token=x", true],
    ["https://CDN.example/a.mp4", true],
    ["http://127.0.0.1:4455/a.mp4", true],
    ["http://cdn.example/a.mp4", false],
    ["https://cdn.example.evil.example/a.mp4", false],
    ["https://evil.example/cdn.example", false],
    ["https://cdn.example@evil.example/", false],
    ["https://kim:pass@cdn.example/a.mp4", false],
    ["https://cdn.example:444/a.mp4", false],
    ["http://127.0.0.1:9/a.mp4", false],
    ["javascript:alert(1)//cdn.example", false],
    ["data:text/html,cdn.example", false],
    ["ftp://cdn.example/a.mp4", false],
    ["//cdn.example/a.mp4", false],
    ["", false],
  ])("%s is accepted: %s", (text, isTaken) => {
    expect(isMediaUrl(text, HOSTS)).toBe(isTaken);
  });
});
