import { TASK_DEFINITIONS } from "../../contract/agenda/kinds/task-definitions.ts";
import type { Language } from "../texts/texts.ts";

/** The name of a kind of tasks; null for one that this version does not know. */
export function kindName(kind: string, language: Language): string | null {
  return isKnown(kind) ? TASK_DEFINITIONS[kind].name[language] : null;
}

function isKnown(kind: string): kind is keyof typeof TASK_DEFINITIONS {
  return Object.hasOwn(TASK_DEFINITIONS, kind);
}
