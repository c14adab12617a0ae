import { expect, test } from "@jest/globals";
import { SOURCE_KINDS } from "../../../contract/inbox/source-vocabulary.ts";
import type { InboxTask } from "../../../web/inbox/inbox-query.ts";
import { factSentence } from "../../../web/inbox/rows/fact-sentence.ts";
import { setReaderZone } from "../../../web/texts/reader-zone.ts";
import { consoleTexts } from "../plans/console-texts.ts";
import { inboxTask } from "./inbox-task.ts";

type Facts = NonNullable<InboxTask["facts"]>;

const [en, de] = [consoleTexts("en"), consoleTexts("de")];
const once = { count: 1, dates: ["2026-11-25"] };
const twice = { count: 2, dates: ["2026-11-24", "2026-11-25"] };

/** The sentence of a row, with its fact in asterisks. */
function said(facts: Facts | null, texts = en, more: Partial<InboxTask> = {}): string | null {
  const found = factSentence(texts, inboxTask({ facts, ...more }));
  return found === null ? null : `${found.before}*${found.fact}*${found.after}`;
}

const FACTS: readonly (readonly [Facts, string, string])[] = [
  [
    { kind: "PROFILE", occurrences: once },
    "Baseline completed or changed on *Wed 25 Nov*",
    "Profil vervollständigt oder geändert: *Mi., 25. Nov.*",
  ],
  [
    { kind: "FORM", title: "Weekly check-in", purpose: "CHECK_IN", occurrences: once },
    "*Weekly check-in* submitted on Wed 25 Nov",
    "*Weekly check-in* abgegeben am Mi., 25. Nov.",
  ],
  [
    { kind: "FORM", title: "Weekly check-in", purpose: "CHECK_IN", occurrences: twice },
    "*Weekly check-in* submitted 2 times, last on Wed 25 Nov",
    "*Weekly check-in* 2-mal abgegeben, zuletzt am Mi., 25. Nov.",
  ],
  [
    { kind: "QUESTIONNAIRE", title: "Intake", occurrences: once },
    "*Intake* put off on Wed 25 Nov",
    "*Intake* verschoben am Mi., 25. Nov.",
  ],
  [
    { kind: "QUESTIONNAIRE", title: null, occurrences: twice },
    "Questionnaire put off *2 times*",
    "Fragebogen *2-mal* verschoben",
  ],
  [
    { kind: "WORKOUT", title: "Upper body B", localDate: "2026-11-25", occurrences: once },
    "*Upper body B* of Wed 25 Nov",
    "*Upper body B* vom Mi., 25. Nov.",
  ],
  [
    { kind: "CHECK_IN", silentDays: 0, occurrences: twice },
    "*2 check-ins* missed since Tue 24 Nov",
    "*2 Check-ins* verpasst seit Di., 24. Nov.",
  ],
  [
    { kind: "CHECK_IN", silentDays: 1, occurrences: once },
    "*1 check-in* missed on Wed 25 Nov, silent for 1 day",
    "*1 Check-in* verpasst am Mi., 25. Nov., seit 1 Tag still",
  ],
  [
    { kind: "TREND", percent: 36, percentBefore: 80, occurrences: once },
    "*36\u202F%* of the plan done in 7 days, was 80\u202F%",
    "*36\u202F%* des Plans in 7 Tagen erledigt, davor 80\u202F%",
  ],
  [
    { kind: "TREND", percent: 36, percentBefore: null, occurrences: once },
    "*36\u202F%* of the plan done in 7 days",
    "*36\u202F%* des Plans in 7 Tagen erledigt",
  ],
  [
    {
      kind: "SKIP",
      taskKind: "WORKOUT",
      title: "Lower body A",
      localDate: "2026-11-25",
      occurrences: once,
    },
    "*Lower body A* skipped on Wed 25 Nov",
    "*Lower body A* übersprungen am Mi., 25. Nov.",
  ],
  [
    {
      kind: "SKIP",
      taskKind: "WORKOUT",
      title: "Lower body A",
      localDate: "2026-11-25",
      occurrences: twice,
    },
    "*2 tasks* skipped since Tue 24 Nov",
    "*2 Aufgaben* übersprungen seit Di., 24. Nov.",
  ],
  [
    { kind: "MESSAGE", occurrences: twice },
    "*2 unanswered messages* since Tue 24 Nov",
    "*2 unbeantwortete Nachrichten* seit Di., 24. Nov.",
  ],
  [
    { kind: "MESSAGE", occurrences: { count: 1, dates: [] } },
    "*1 unanswered message*",
    "*1 unbeantwortete Nachricht*",
  ],
];

test("every source says what happened around one fact, in English and in German", () => {
  for (const [facts, english, german] of FACTS) {
    expect(said(facts)).toBe(english);
    expect(said(facts, de)).toBe(german);
  }
  expect(new Set(FACTS.map(([{ kind }]) => kind))).toEqual(new Set(SOURCE_KINDS));
});

test("a title is the fact as it was written, whatever stands in it", () => {
  const title = "<b>{count}</b> \uFFFC";
  const facts: Facts = { kind: "WORKOUT", title, localDate: "2026-11-25", occurrences: once };
  expect(said(facts)).toBe(`*${title}* of Wed 25 Nov`);
});

test("without a fact to show there is no sentence: hidden or unknown facts, no date, no title, nothing that counts", () => {
  expect(said(null)).toBeNull();
  expect(said({ kind: "SLEEP" })).toBeNull();
  expect(said({ kind: "PROFILE", occurrences: { count: 1, dates: [] } })).toBeNull();
  const skip = { kind: "SKIP", taskKind: "MEAL", title: null, localDate: "2026-11-25" } as const;
  expect(said({ ...skip, occurrences: once })).toBeNull();
  const trend = { kind: "TREND", percent: null, percentBefore: 80 } as const;
  expect(said({ ...trend, occurrences: once })).toBeNull();
});

test("a first date is not named when the server sends only the last dates", () => {
  const many = { count: 30, dates: ["2026-11-24", "2026-11-25"] };
  expect(said({ kind: "MESSAGE", occurrences: many })).toBe("*30 unanswered messages*");
  expect(said({ kind: "CHECK_IN", silentDays: 0, occurrences: many })).toBeNull();
});

test("a snoozed row says when it returns, in the reader's time", () => {
  setReaderZone("Europe/Berlin");
  const snoozed = { status: "SNOOZED", snoozedUntil: "2026-11-27T07:00:00Z" };
  const trend: Facts = { kind: "TREND", percent: 36, percentBefore: 80, occurrences: once };
  expect(said(trend, en, snoozed)).toBe("Returns *Fri 27 Nov, 08:00*");
  expect(said(null, en, { ...snoozed, snoozePreset: "NEXT_CHECK_IN" })).toBe(
    "Returns *Fri 27 Nov, 08:00* with the next check-in",
  );
  setReaderZone(undefined);
});
