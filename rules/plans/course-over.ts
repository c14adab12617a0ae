import type { CourseOver } from "../../contract/plans/schema.ts";

/** The text for a coach about an assignment that has run its course (docs/rooms/plans.md#one-relationship). */
export function courseOver({ followsNewer }: { readonly followsNewer: boolean }): CourseOver {
  return { message: MESSAGES[followsNewer ? "FOLLOWS" : "KEEPS"] };
}

const MESSAGES = {
  FOLLOWS: {
    en: "This assignment has run its course and creates no more tasks. Publish a revision of its plan with further dates, or assign another plan instead.",
    de: "Diese Zuweisung ist abgelaufen und verlangt nichts mehr. Veröffentlichen Sie eine Fassung des Plans mit weiteren Terminen, oder setzen Sie einen anderen Plan an ihre Stelle.",
  },
  KEEPS: {
    en: "This assignment has run its course and will never create a task again. End it, or assign another plan instead.",
    de: "Diese Zuweisung ist abgelaufen und verlangt nie wieder etwas. Beenden Sie sie, oder setzen Sie einen anderen Plan an ihre Stelle.",
  },
} as const;
