import { describe, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import {
  decodePreviewVersion,
  encodePreviewVersion,
} from "../../../activities/plans/publication/preview-version.ts";
import {
  judgePreview,
  type PublicationState,
} from "../../../rules/plans/publication/judge-preview.ts";
import { previewClient, type PlanHolder } from "../../../rules/plans/publication/preview-client.ts";
import { programContent } from "../../factories/plans/plan-acts.ts";
import { planBodies } from "../../factories/plans/plans.ts";

const today = "2027-03-10";
const holder: PlanHolder = {
  status: "ACTIVE",
  followsNewer: true,
  isExcepted: false,
  relationshipStatus: "ACTIVE",
  localDate: today,
  dayBegun: false,
  startDate: "2027-03-01",
  endDate: null,
  spans: [{ from: "2027-03-01", until: null, revision: 1, programDay: null }],
  plannedDates: ["2027-03-09", today, "2027-03-11"],
};
const daily = { revision: 2, content: planBodies.habit };

describe("Publishing", () => {
  test.each<[string, Partial<PlanHolder>, object]>([
    ["a follower changes today", {}, { outcome: "CHANGES", reason: "FOLLOWS", from: today }],
    [
      "who began today's task changes tomorrow",
      { dayBegun: true },
      { outcome: "CHANGES", reason: "DAY_BEGUN", from: "2027-03-11" },
    ],
    [
      "whose assignment starts later changes on its first day",
      {
        startDate: "2027-04-01",
        spans: [{ from: "2027-04-01", until: null, revision: 1, programDay: null }],
        plannedDates: ["2027-04-01"],
      },
      { outcome: "CHANGES", reason: "STARTS_LATER", from: "2027-04-01" },
    ],
    [
      "whose assignment has a last day changes up to it",
      { endDate: "2027-03-31" },
      { outcome: "CHANGES", reason: "FOLLOWS", from: today, through: "2027-03-31" },
    ],
    [
      "whose assignment is paused waits",
      { status: "PAUSED" },
      { outcome: "WAITS", reason: "ASSIGNMENT_PAUSED", from: null, through: null },
    ],
    [
      "who pauses with the coach waits",
      { relationshipStatus: "PAUSED" },
      { outcome: "WAITS", reason: "RELATIONSHIP_PAUSED", from: null },
    ],
    [
      "who does not follow stays",
      { followsNewer: false },
      { outcome: "STAYS", reason: "DOES_NOT_FOLLOW", from: null },
    ],
    [
      "who was excepted stays, even if paused",
      { followsNewer: false, isExcepted: true, status: "PAUSED" },
      { outcome: "STAYS", reason: "EXCEPTED", from: null },
    ],
  ])("for a client %s", (_, change, expected) => {
    expect(previewClient({ ...holder, ...change }, daily)).toMatchObject(expected);
  });

  test("a program continues with its present day, and says its last one", () => {
    const spans = [{ from: "2027-03-01", until: null, revision: 1, programDay: 0 }];
    const client = { ...holder, spans, plannedDates: [today, "2027-03-12"] };
    const content = programContent(2);
    expect(previewClient(client, { revision: 2, content })).toEqual({
      outcome: "CHANGES",
      reason: "FOLLOWS",
      from: today,
      through: "2027-03-12",
    });
  });

  test("a shorter program is over for a client beyond its end, and for one whose course was over nothing changes", () => {
    const spans = [{ from: "2027-03-01", until: null, revision: 1, programDay: 0 }];
    const content = programContent(1);
    const preview = (plannedDates: readonly string[]) =>
      previewClient({ ...holder, spans, plannedDates }, { revision: 2, content });
    expect(preview([today])).toMatchObject({ outcome: "ENDS", reason: "NO_DATES_LEFT" });
    expect(preview(["2027-03-05"])).toMatchObject({ outcome: "STAYS", reason: "COURSE_OVER" });
  });

  test("a rule with rare dates is searched beyond the next weeks", () => {
    const recurrence = { rrule: "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", exdates: [] };
    const content = { ...planBodies.habit, recurrence };
    expect(previewClient(holder, { revision: 2, content })).toMatchObject({ from: "2027-12-24" });
  });
});

describe("A preview", () => {
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  const seen = { draftRevision: 4, newestRevision: 2, following: [one], staying: [two] };
  const held = (id: string, followsNewer: boolean, state: PublicationState = "OPEN") => ({
    id,
    followsNewer,
    state,
  });
  const present = {
    draftRevision: 4,
    newestRevision: 2,
    assignments: [held(one, true), held(two, false)],
  };

  test("still fits an unchanged plan", () => {
    expect(judgePreview(seen, present)).toEqual([]);
  });

  test("still fits if clients left, or assignments reached their last day", () => {
    const assignments = [held(one, true, "OVER_BY_ITSELF"), held(two, false, "OVER_BY_ITSELF")];
    expect(judgePreview(seen, { ...present, assignments })).toEqual([]);
  });

  test.each([
    ["DRAFT_CHANGED_SINCE_PREVIEW", { draftRevision: 5 }],
    ["PUBLISHED_SINCE_PREVIEW", { newestRevision: 3 }],
    ["ASSIGNED_SINCE_PREVIEW", { assignments: [...present.assignments, held(three, true)] }],
    ["TAKEN_AWAY_SINCE_PREVIEW", { assignments: [held(one, true, "OVER"), held(two, false)] }],
    ["TAKEN_AWAY_SINCE_PREVIEW", { assignments: [held(one, true)] }],
    ["FOLLOWING_CHANGED_SINCE_PREVIEW", { assignments: [held(one, false), held(two, false)] }],
  ])("does not fit any more: %s", (reason, change) => {
    expect(judgePreview(seen, { ...present, ...change })).toEqual([reason]);
  });

  test("is told by its version, which can be read again", () => {
    const sorted = { ...seen, following: [one, three].toSorted() };
    expect(decodePreviewVersion(encodePreviewVersion(sorted))).toEqual(sorted);
    const without = { ...seen, following: [], staying: [] };
    expect(decodePreviewVersion(encodePreviewVersion(without))).toEqual(without);
    expect(encodePreviewVersion({ ...seen, following: [three, one] })).toBe(
      encodePreviewVersion({ ...seen, following: [one, three] }),
    );
    expect(decodePreviewVersion("1.4.2.abc.")).toBeNull();
    expect(decodePreviewVersion("2.4.2..")).toBeNull();
  });
});
