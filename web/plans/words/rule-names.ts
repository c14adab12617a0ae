import type { Language } from "../../texts/i18n.ts";

/** The name of a month, 1 to 12. */
export function monthName(month: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  return format.format(new Date(Date.UTC(2026, month - 1, 1)));
}
