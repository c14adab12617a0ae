import type { CourseOver } from "../../contract/plans/schema.ts";

/** What a coach reads of an assignment that has run its course (docs/rules.md#plans-one-relationship). */
export function courseOver({ followsNewer }: { readonly followsNewer: boolean }): CourseOver {
  return { message: MESSAGES[followsNewer ? "FOLLOWS" : "KEEPS"] };
}

const MESSAGES = {
  FOLLOWS: {
    en: "This assignment has run its course: it asks for nothing any more. It goes on only if you publish a revision of its plan that does, or put another plan in its place.",
    de: "Diese Zuweisung ist durchlaufen: Sie verlangt nichts mehr. Sie geht nur weiter, wenn du eine Fassung des Plans veröffentlichst, die es tut, oder einen anderen Plan an ihre Stelle setzt.",
  },
  KEEPS: {
    en: "This assignment has run its course: it will never ask for anything again. End it, or put another plan in its place.",
    de: "Diese Zuweisung ist durchlaufen: Sie verlangt nie wieder etwas. Beende sie, oder setze einen anderen Plan an ihre Stelle.",
  },
} as const;
