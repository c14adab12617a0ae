import type { Language } from "../texts/i18n.ts";
import type { Exercise } from "./exercise-query.ts";

/**
 * The texts of an exercise in the reader's language where its provider has them, else as they are. All its other names
 * follow, each once.
 */
export function shownTexts(exercise: Exercise, language: Language): ShownTexts {
  const { name, description, instructions, translations } = exercise;
  const own = translations.find((one) => one.language.slice(0, 2).toLowerCase() === language);
  const title = own?.title ?? name;
  const names = [name, ...translations.map((one) => one.title)];
  return {
    name: title,
    description: own?.description ?? description,
    instructions:
      own === undefined || own.instructions.length === 0 ? instructions : own.instructions,
    otherNames: [...new Set(names)].filter((other) => other !== title),
  };
}

interface ShownTexts {
  readonly name: string;
  readonly description: string | null;
  readonly instructions: readonly string[];
  readonly otherNames: readonly string[];
}
