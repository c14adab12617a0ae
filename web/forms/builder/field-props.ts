import type { Question } from "../../../contract/forms/content-schema.ts";

/** Props that the fields of one question share. */
export interface FieldProps<Kind extends Question["kind"] = Question["kind"]> {
  readonly question: Extract<Question, { kind: Kind }>;
  /** Changes the question; `field` names what is undone together. */
  readonly change: (question: Question, field: string) => void;
  /** Why a field is refused, such as `label` or `options/1/label`; null if it is not. */
  readonly errorOf: (field: string) => string | null;
}
