import type { ReactNode } from "react";
import { Problem } from "../api/problem.ts";
import { withRequest } from "../kit/problem-text.ts";
import { Failed } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Why an act on a form was refused, and what to do. */
export function RefusedForm({ error }: { readonly error: unknown }): ReactNode {
  const texts = useTexts();
  const codes =
    error instanceof Problem ? [error.code, ...error.errors.map(({ code }) => code)] : [];
  const known = REFUSALS.find((code) => codes.includes(code));
  if (known === undefined) return <Failed error={error} />;
  return (
    <p className="note warn" role="alert">
      {withRequest(texts, error, texts.t(`forms.refusal.${known}`))}
    </p>
  );
}

/** Refusals with a text of their own; any other has that of its code. */
const REFUSALS = [
  "CHANGED_SINCE_READ",
  "ARCHIVED",
  "IS_DEFAULT",
  "NOT_PUBLISHED",
  "FORM_LIMIT_REACHED",
  "ASSIGNMENT_LIMIT_REACHED",
  "RELATIONSHIP_INACTIVE",
] as const;
