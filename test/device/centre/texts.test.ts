import { describe, expect, test } from "@jest/globals";
import {
  CATEGORIES,
  LOCAL_STATUSES,
  RESOLUTIONS,
  VERDICT_CODES,
} from "../../../contract/sync/vocabulary.ts";
import { CENTRE_TEXTS } from "../../../device/centre/texts/centre-texts.ts";
import { type CentreEntry, ENTRY_ACTS } from "../../../device/centre/types.ts";
import { centreView } from "../../../device/centre/views/centre-view.ts";
import { entryView } from "../../../device/centre/views/entry-view.ts";
import { WAIT_REASONS } from "../../../device/outbox/types.ts";
import { OPERATION_VERSIONS } from "../../../device/wire/operation-types.ts";
import { familiarForm } from "../../docs/familiar-german.ts";

const LANGUAGES = ["en", "de"] as const;
const NOW = Date.parse("2026-01-05T08:00:00.000Z");
const AT = { now: NOW, timezone: "Europe/Zurich" };

const ENTRY: CentreEntry = {
  clientOperationId: "entry",
  operationType: "quick-log.record-value",
  group: "WAITING",
  status: "QUEUED",
  localSequence: 1,
  recordedAt: NOW - 60_000,
  payload: { taskId: "t", itemId: "i", value: 1250.5, unit: "ml", localDate: "2026-01-05" },
  subject: { taskTitle: "Wasser", itemLabel: "Glas" },
  wait: null,
  said: null,
  changed: null,
  acts: [],
  dependents: [],
  mayHaveArrived: false,
  replacedBy: null,
  replaces: null,
  undoUntil: null,
};

const refused = (said: Partial<NonNullable<CentreEntry["said"]>>): CentreEntry => ({
  ...ENTRY,
  group: "ATTENTION",
  status: "REJECTED",
  said: {
    code: null,
    category: null,
    message: null,
    locale: null,
    allowedResolutions: [],
    judgedOnRevision: null,
    bounds: null,
    receiptId: "receipt",
    ...said,
  },
});

const PAYLOADS = [
  ENTRY.payload,
  {},
  { taskId: "t", minutes: 1, sets: [{}], answers: { one: 1 }, value: true },
  { minutes: 15, sets: [{}, {}], value: "text" },
];

/** Sentences that every person must get: no blank, no leftover of a program, and no familiar German. */
function expectSentence(language: (typeof LANGUAGES)[number], sentence: string | null): void {
  expect(sentence).toMatch(/\S{2}/);
  expect(sentence).not.toMatch(/undefined|null|NaN|\[object|\$\{|_/);
  if (language === "de") expect(familiarForm(sentence ?? "")).toBeNull();
}

describe.each(LANGUAGES)("The sync centre in %s", (language) => {
  const view = (entry: CentreEntry) => entryView(language, entry, AT);

  test.each(Object.keys(OPERATION_VERSIONS))("says what the person did with %s", (type) => {
    for (const payload of PAYLOADS) {
      expectSentence(language, view({ ...ENTRY, operationType: type, payload }).what);
      const nameless = { taskTitle: null, itemLabel: null };
      const unnamed = { ...ENTRY, operationType: type, payload, subject: nameless };
      expectSentence(language, view(unnamed).what);
    }
  });

  test("describes an action that this version does not know, or cannot read, without its type", () => {
    const unknown = view({ ...ENTRY, operationType: "quick-log.teleport" }).what;
    expectSentence(language, unknown);
    expect(unknown).not.toContain("teleport");
    expectSentence(language, view({ ...ENTRY, payload: null }).what);
    expectSentence(language, view({ ...ENTRY, payload: null, status: "DISCARDED" }).what);
  });

  test.each(Object.entries(VERDICT_CODES))(
    "has a sentence and a next step for the verdict %s",
    (code, { category }) => {
      const entry = view(refused({ code, category }));
      expectSentence(language, entry.said);
      expectSentence(language, entry.advice);
    },
  );

  test.each(CATEGORIES)(
    "falls back to the category %s for a code that it does not know",
    (category) => {
      const entry = view(refused({ code: "FROM_THE_FUTURE", category }));
      const { phrases } = CENTRE_TEXTS[language];
      expect(entry.said).toBe(phrases.categories[category]);
      expect(entry.advice).toBe(phrases.advice[category]);
    },
  );

  test.each(RESOLUTIONS)(
    "names the choice %s of a receipt with an unknown category",
    (resolution) => {
      const entry = view(refused({ category: "NEW", allowedResolutions: [resolution] }));
      const { phrases } = CENTRE_TEXTS[language];
      expect(entry.advice).toBe(phrases.resolutions[resolution]);
      expectSentence(language, entry.advice);
      expectSentence(language, entry.said);
    },
  );

  test.each(WAIT_REASONS)(
    "says why an entry waits for %s, and when it is tried again",
    (reason) => {
      const wait = { reason, retryAt: NOW + 90_000, retries: 2 };
      const { why } = view({ ...ENTRY, wait });
      expectSentence(language, why);
      expect(why).toContain("09:01");
      const due = view({ ...ENTRY, wait: { ...wait, retryAt: NOW - 1 } });
      expect(due.why).not.toContain("09:");
    },
  );

  test.each(ENTRY_ACTS)("labels the act %s and says what it does", (act) => {
    const [shown] = view({ ...ENTRY, acts: [act] }).acts;
    expectSentence(language, shown?.label ?? null);
    expectSentence(language, shown?.consequence ?? null);
  });

  test.each([...LOCAL_STATUSES, "DISCARDED"] as const)("names the state %s", (status) => {
    expectSentence(language, view({ ...ENTRY, status }).state);
  });

  test.each([
    ["CLIENT", "quick-log.skip"],
    ["COACH", "quick-log.skip"],
    ["SYSTEM", "quick-log.skip"],
    ["CLIENT", "inbox.resolve"],
    ["COACH", "day.review"],
    ["ROBOT", "quick-log.skip"],
    [null, "quick-log.skip"],
  ])("says what %s changed since a %s", (by, operationType) => {
    const fields = ["instructions", "items/018f", "items/0190", "calories"];
    for (const isRead of [true, false])
      for (const rebaseable of [true, false]) {
        const changed = { fields, by, at: NOW, rebaseable, isReplaced: !rebaseable, isRead };
        expectSentence(language, view({ ...refused({}), operationType, changed }).changed);
      }
  });

  test.each([0, 1, 2, 21])(
    "counts %i entries, tries, seconds and dependants in whole sentences",
    (count) => {
      const { phrases } = CENTRE_TEXTS[language];
      const { counts, notes } = phrases;
      const counted = [
        counts.entries(count),
        counts.attention(count),
        counts.waiting(count),
        notes.dependents(count),
        notes.undoFor(count),
        phrases.retries(count),
      ];
      for (const sentence of counted) expectSentence(language, sentence);
      for (const sentence of counted.slice(0, 3)) expect(sentence).toContain(String(count));
    },
  );
});

test("The words of an entry are complete: its action, time, wait, and the copy that the server may have", () => {
  const entry = {
    ...ENTRY,
    wait: { reason: "OFFLINE", retryAt: NOW + 60_000, retries: 1 },
    dependents: ["child"],
    mayHaveArrived: true,
    acts: ["DISCARD"],
  } as const;

  expect(entryView("de", entry, AT)).toEqual({
    clientOperationId: "entry",
    group: "WAITING",
    status: "QUEUED",
    what: "Wasser: 1.250,5 ml erfasst",
    made: "eingegeben 08:59",
    state: "Wartet",
    why: "Keine Verbindung. Der Eintrag wird automatisch gesendet. Einmal versucht. Nächster Versuch: 09:01.",
    said: null,
    changed: null,
    advice: null,
    notes: [
      "Der Eintrag wurde schon gesendet, ohne Antwort. Vielleicht hat ihn der Server.",
      "1 weiterer wartender Eintrag braucht diesen.",
    ],
    acts: [
      {
        act: "DISCARD",
        label: "Verwerfen",
        consequence: "Gibt den Eintrag auf. Das können Sie 30 Sekunden lang rückgängig machen.",
      },
    ],
  });
});

test("The server's own sentence is shown in its language; in another language the code speaks", () => {
  const said = { message: "Changed in the meantime.", locale: "en-GB", code: "STALE_REVISION" };
  expect(entryView("en", refused(said), AT).said).toBe("Changed in the meantime.");
  expect(entryView("de", refused(said), AT).said).toBe(
    "Das wurde inzwischen an anderer Stelle geändert.",
  );
  const bounds = { min: 0, max: 1500, unit: "ml" };
  expect(entryView("de", refused({ code: "VALUE_OUT_OF_RANGE", bounds }), AT).said).toBe(
    "Dieser Wert liegt außerhalb des Bereichs. Möglich ist 0 bis 1.500 ml.",
  );
});

test("A conflict says who changed which fields, and whether the entry still fits", () => {
  const changed = {
    fields: ["title", "items/018f", "values"],
    by: "COACH",
    at: NOW - 30 * 60_000,
    rebaseable: true,
    isReplaced: false,
    isRead: true,
  };
  const conflict = { ...refused({ code: "STALE_REVISION" }), changed };
  expect(entryView("en", conflict, AT).changed).toBe(
    "Your coach changed its title, its items and its value (08:30). Your entry still fits.",
  );
});

test("The summary counts what needs attention and what waits, also entries that are not listed", () => {
  const counts = { attention: 1, waiting: 1_200, done: 0, accepted: 0 };
  const view = centreView("en", { entries: [ENTRY], counts }, AT);
  expect(view.summary).toBe("1 entry needs attention. 1200 entries wait.");
  expect(view.groups).toMatchObject([
    { group: "WAITING", title: "Waiting", count: "1200 entries", entries: [{ status: "QUEUED" }] },
  ]);
  const none = { attention: 0, waiting: 0, done: 0, accepted: 0 };
  expect(centreView("de", { entries: [], counts: none }, AT)).toEqual({
    summary: "Alles ist gesendet.",
    groups: [],
  });
});
