import type { FaultKind, WithheldSourceType } from "../../contract/agenda/withheld/vocabulary.ts";
import type { WithheldWarning } from "../../contract/agenda/withheld/schema.ts";

/** The warning that a coach sees, in both languages (docs/rooms/agenda.md#withheld-occurrences). */
export function withheldWarning(withheld: WithheldFromDay): WithheldWarning {
  const { localDate, sourceType, sourceId, title, faultKind, isClosed } = withheld;
  const en = `${subjectIn("en", withheld)}: ${REASONS[faultKind].en}. ${NEXT.en[Number(isClosed)]}`;
  const de = `${subjectIn("de", withheld)}: ${REASONS[faultKind].de}. ${NEXT.de[Number(isClosed)]}`;
  return {
    code: "CANNOT_BE_SHOWN",
    localDate,
    sourceType,
    sourceId,
    title,
    reason: faultKind,
    isFinal: isClosed,
    message: { en, de },
  };
}

/** A task withheld from a day. */
export interface WithheldFromDay {
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly sourceType: WithheldSourceType;
  readonly sourceId: string;
  readonly title: string | null;
  readonly faultKind: FaultKind;
  readonly isClosed: boolean;
}

function subjectIn(language: "de" | "en", { localDate, sourceType }: WithheldFromDay): string {
  const locale = language === "en" ? "en-GB" : "de-DE";
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const date = format.format(new Date(`${localDate}T00:00:00Z`));
  if (sourceType === "DAY")
    return language === "en"
      ? `${date} cannot be opened`
      : `Der ${date} kann nicht geöffnet werden`;
  return language === "en"
    ? `Cannot be shown on ${date}`
    : `Kann am ${date} nicht angezeigt werden`;
}

const REASONS: Readonly<Record<FaultKind, Readonly<Record<"de" | "en", string>>>> = {
  VALUE: { en: "one of its values does not fit", de: "ein Wert darin passt nicht" },
  CONSTRAINT: {
    en: "its times or values contradict each other",
    de: "Zeiten oder Werte darin widersprechen sich",
  },
  RULE: { en: "it could not be worked out", de: "es ließ sich nicht berechnen" },
};

/** The next step, while the day is open and afterwards. */
const NEXT = {
  en: [
    "We know about it and try again when the plan or our software changes.",
    "Its day is over; it does not count.",
  ],
  de: [
    "Wir wissen davon und versuchen es erneut, sobald sich der Plan oder unsere Software ändert.",
    "Der Tag ist vorbei; es zählt nicht.",
  ],
} as const;
