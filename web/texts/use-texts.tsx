import { Trans, useLingui } from "@lingui/react";
import type { ReactElement, ReactNode } from "react";
import { type Formats, formatsOf } from "./formats.ts";
import { LANGUAGES, type Language, type MessageId } from "./i18n.ts";

/** The texts of the reader's language, and dates and numbers as people write them in it. */
export function useTexts(): Texts {
  const { i18n } = useLingui();
  const language = LANGUAGES.find((known) => known === i18n.locale) ?? "en";
  return { language, t: (id, values) => i18n._(id, values), formats: formatsOf(language) };
}

/** What `useTexts` returns. */
export interface Texts {
  readonly language: Language;
  /** The message of a name, with its values filled in. */
  readonly t: (id: MessageId, values?: Values) => string;
  readonly formats: Formats;
}

type Values = Readonly<Record<string, string | number>>;

/** A message with elements inside: `<0>…</0>` becomes the first of `parts`, and so on. */
export function Message({ id, values, parts }: MessageProps): ReactNode {
  return (
    <Trans
      id={id}
      {...(values && { values })}
      components={Object.fromEntries((parts ?? []).entries())}
    />
  );
}

interface MessageProps {
  readonly id: MessageId;
  readonly values?: Readonly<Record<string, ReactNode>>;
  readonly parts?: readonly ReactElement[];
}
