import { expect, test } from "@jest/globals";
import { type WithheldFromDay, withheldWarning } from "../../../rules/agenda/withheld-warning.ts";

const withheld: WithheldFromDay = {
  localDate: "2027-03-28",
  sourceType: "PLAN_ASSIGNMENT",
  sourceId: "01a21842-a410-74b2-9434-5db27237fc56",
  title: "Lights out",
  faultKind: "CONSTRAINT",
  isClosed: false,
};

test("A coach is warned in English and German, with the day and what happens next", () => {
  expect(withheldWarning(withheld)).toEqual({
    code: "CANNOT_BE_SHOWN",
    localDate: "2027-03-28",
    sourceType: "PLAN_ASSIGNMENT",
    sourceId: withheld.sourceId,
    title: "Lights out",
    reason: "CONSTRAINT",
    isFinal: false,
    message: {
      en: "Cannot be shown on 28 March: its times or values contradict each other. We know about it and try again when the plan or our software changes.",
      de: "Kann am 28. März nicht angezeigt werden: Zeiten oder Werte darin widersprechen sich. Wir wissen davon und versuchen es erneut, sobald sich der Plan oder unsere Software ändert.",
    },
  });
});

test.each([
  ["VALUE", "one of its values does not fit", "ein Wert darin passt nicht"],
  ["RULE", "it could not be worked out", "es ließ sich nicht berechnen"],
] as const)(
  "A fault of %s has its own reason, and the warning of a closed day its own ending",
  (faultKind, en, de) => {
    const { isFinal, message } = withheldWarning({ ...withheld, faultKind, isClosed: true });
    expect(isFinal).toBe(true);
    expect(message).toEqual({
      en: `Cannot be shown on 28 March: ${en}. Its day is over; it does not count.`,
      de: `Kann am 28. März nicht angezeigt werden: ${de}. Der Tag ist vorbei; es zählt nicht.`,
    });
  },
);

test("The warning of a day that cannot be opened names the day", () => {
  const { message } = withheldWarning({ ...withheld, sourceType: "DAY", title: null });
  expect(message.en).toMatch(/^28 March cannot be opened: /);
  expect(message.de).toMatch(/^Der 28. März kann nicht geöffnet werden: /);
});
