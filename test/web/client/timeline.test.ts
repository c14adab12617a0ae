import { describe, expect, test } from "@jest/globals";
import { keysOf } from "../../../contract/keys-of.ts";
import { TIMELINE_CODES } from "../../../contract/inbox/console/timeline-vocabulary.ts";
import { SUMMARY_CODES } from "../../../contract/inbox/source-vocabulary.ts";
import { DISMISS_REASONS, RESOLUTION_TYPES } from "../../../contract/inbox/vocabulary.ts";
import { PLAN_KINDS } from "../../../contract/plans/kind-vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { FORM_SOURCES } from "../../../contract/forms/vocabulary.ts";
import { daysOf } from "../../../web/client/timeline/days-of.ts";
import { entryAddress } from "../../../web/client/timeline/entry-address.ts";
import { entryLine } from "../../../web/client/timeline/entry-line.ts";
import type { TimelineEntry } from "../../../web/client/timeline/timeline-query.ts";
import { timeline as english } from "../../../web/texts/en/timeline.ts";
import { formatsOf } from "../../../web/texts/formats.ts";
import type { Texts } from "../../../web/texts/use-texts.ts";

/** Texts whose messages are their names and values. */
const texts: Texts = {
  language: "en",
  t: (id, values = {}) => [id, ...Object.values(values)].join(" "),
  known: (prefix, code, other) => (Object.hasOwn(english, `${prefix}${code}`) ? code : other),
  formats: formatsOf("en"),
};
const words = { texts, nameOf: (userId: string | null) => `<${userId}>` };

const at = { at: "2026-11-26T07:42:00Z", localDate: "2026-11-26", route: null };
const task = { taskId: "t", taskType: "MISSED_CHECK_IN", summary: "CHECK_INS_MISSED" };
const closed = { ...task, resolutionType: null, dismissReason: null, byUserId: "c" };

/** One entry of each code. */
const entries: readonly TimelineEntry[] = [
  { ...at, code: "RELATIONSHIP_STARTED", facts: {} },
  {
    ...at,
    code: "RELATIONSHIP_CHANGED",
    facts: { from: "ONBOARDING", to: "ACTIVE", actorKind: "CLIENT", byUserId: "k" },
  },
  {
    ...at,
    code: "COACH_CHANGED",
    facts: { fromCoachUserId: "a", toCoachUserId: "b", byUserId: "a" },
  },
  {
    ...at,
    code: "PLAN_ASSIGNED",
    facts: {
      assignmentId: "x",
      planId: "p",
      planKind: "PROGRAM",
      title: "Strength",
      byUserId: "c",
    },
  },
  {
    ...at,
    code: "PLAN_REVISED",
    facts: {
      assignmentId: "x",
      planId: "p",
      planKind: "PROGRAM",
      title: "Strength",
      revision: 4,
      byUserId: "c",
    },
  },
  {
    ...at,
    code: "FORM_ASSIGNED",
    facts: { formAssignmentId: "f", title: "Start", sourceType: "ONBOARDING", byUserId: null },
  },
  {
    ...at,
    code: "FORM_SUBMITTED",
    facts: { formSubmissionId: "f", title: "Week", sourceType: "CHECK_IN" },
  },
  {
    ...at,
    code: "WORKOUT_SUBMITTED",
    facts: {
      sessionId: "s",
      title: "Upper body",
      trainedOn: "2026-11-21",
      setsAsked: 17,
      setsDone: 14,
    },
  },
  { ...at, code: "TASK_OPENED", facts: { ...task, severity: "URGENT" } },
  { ...at, code: "TASK_CLOSED", facts: { ...closed, resolutionType: "NUDGE_SENT" } },
];

describe("an entry of a client's timeline", () => {
  test("has words for each code, and a fact that is never the code itself", () => {
    expect(entries.map(({ code }) => code).toSorted()).toEqual([...TIMELINE_CODES].toSorted());
    const lines = entries.map((entry) => entryLine(entry, words));
    expect(lines.map(({ fact, tone }) => [fact, tone].filter(Boolean).join(" "))).toEqual([
      "timeline.started done",
      "ACTIVE done",
      "timeline.handedOver",
      "Strength",
      "Strength",
      "Start",
      "Week done",
      "Upper body done",
      "CHECK_INS_MISSED urgent",
      "CHECK_INS_MISSED done",
    ]);
    expect(lines.map(({ rest }) => rest)).toEqual([
      "timeline.startedRest",
      "timeline.by <k>",
      "timeline.handedOverRest <a> <b>",
      "timeline.planAssigned PROGRAM <c>",
      "timeline.planRevised 4 <c>",
      "timeline.formGiven",
      "CHECK_IN",
      expect.stringMatching(/^timeline\.workoutSubmitted Sat 21 Nov.* 14 17$/),
      "timeline.taskOpenedUrgent",
      "timeline.taskResolved <c> NUDGE_SENT",
    ]);
  });

  test("of a closed task says whether somebody dismissed it, or whether its source closed it", () => {
    const restOf = (facts: typeof closed | object) =>
      entryLine({ ...at, code: "TASK_CLOSED", facts: { ...closed, ...facts } }, words).rest;
    expect(restOf({ dismissReason: "DUPLICATE" })).toBe("timeline.taskDismissed <c> DUPLICATE");
    expect(restOf({ byUserId: null })).toBe("timeline.taskClosed");
  });

  test("has a text for every status, plan, form, summary, resolution and reason of this version", () => {
    const wanted = [
      ...RELATIONSHIP_STATUSES.map((code) => `timeline.status.${code}`),
      ...PLAN_KINDS.map((code) => `timeline.plan.${code}`),
      ...FORM_SOURCES.map((code) => `timeline.form.${code}`),
      ...SUMMARY_CODES.map((code) => `timeline.summary.${code}`),
      ...RESOLUTION_TYPES.map((code) => `timeline.resolution.${code}`),
      ...DISMISS_REASONS.map((code) => `timeline.dismissal.${code}`),
    ];
    const known: readonly string[] = keysOf(english);
    expect(wanted.filter((id) => !known.includes(id))).toEqual([]);
  });

  test("leads to the tab that shows more, a plan to its own page, and nothing without a route", () => {
    const addressOf = (code: "FORM_SUBMITTED" | "PLAN_ASSIGNED", route: string | null) => {
      const entry = entries.find((found) => found.code === code);
      return entry === undefined ? undefined : entryAddress({ ...entry, route });
    };
    expect(addressOf("FORM_SUBMITTED", "/clients/1/form-submissions/2")).toBe(
      "/clients/1/forms?form=2",
    );
    expect(addressOf("FORM_SUBMITTED", null)).toBeNull();
    expect(addressOf("PLAN_ASSIGNED", "/clients/1/plans")).toBe("/plans/p");
    expect(addressOf("PLAN_ASSIGNED", null)).toBeNull();
  });
});

test("entries are grouped by their local date in their order, and one without facts is left out", () => {
  const [first, second, third] = entries;
  if (first === undefined || second === undefined || third === undefined) throw new Error("Few");
  const days = daysOf([
    first,
    second,
    { code: "FROM_TOMORROW" },
    { ...third, localDate: "2026-11-25" },
  ]);
  expect(days.map(({ localDate, entries: found }) => [localDate, found.length])).toEqual([
    ["2026-11-26", 2],
    ["2026-11-25", 1],
  ]);
});
