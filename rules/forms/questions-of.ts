import type { FormContent, Question } from "../../contract/forms/content-schema.ts";

/** All questions of a form in the order they are asked. */
export function questionsOf({ sections }: FormContent): readonly Question[] {
  return sections.flatMap(({ questions }) => questions);
}
