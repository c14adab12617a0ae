import type { FormContent } from "../../contract/forms/content-schema.ts";
import { contentInLanguage, titleInLanguage } from "../../rules/forms/content-in-language.ts";

/** A form with its questions, in the reader's language. */
export function presentRequestedForm<
  Row extends {
    readonly title: string;
    readonly content: FormContent;
    readonly locale: string | null;
  },
>({ locale, title, content, ...rest }: Row) {
  return {
    ...rest,
    title: titleInLanguage(locale, title),
    content: contentInLanguage(locale, content),
  };
}

/** An assignment for its client, in their language. */
export function presentOwnAssignment<
  Row extends { readonly id: string; readonly title: string; readonly locale: string | null },
>({ locale, title, ...rest }: Row) {
  return presentFormAssignment({ ...rest, title: titleInLanguage(locale, title) });
}

/** Renames a row's id to its wire name. */
export function presentFormAssignment<Row extends { readonly id: string }>({ id, ...rest }: Row) {
  return { formAssignmentId: id, ...rest };
}
