import type { EmailParts } from "./email-content.ts";

/** The first paragraph, if the reader has a name. */
export function greeting({
  language,
  reader,
}: Pick<EmailParts, "language" | "reader">): readonly string[] {
  if (reader === null) return [];
  return [language === "de" ? `Hallo ${reader},` : `Hello ${reader},`];
}
