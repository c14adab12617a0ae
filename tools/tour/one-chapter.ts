import type { Page } from "./page.ts";

/** Output while only one chapter is shown. */
export interface OneChapter {
  readonly write: (text: string) => void;
  /** Wraps a page to track its chapter; throws ChapterOver at the end of the wanted one. */
  readonly within: (page: Page) => Page;
}

/** Thrown at the end of the requested chapter; the rest is not played. */
export class ChapterOver extends Error {}

/** Plays every chapter up to the wanted one, because each depends on those before, and shows only that one. */
export function onlyChapter(wanted: number, write: (text: string) => void): OneChapter {
  let current = 0;
  return {
    write: (text) => {
      if (current === 0 || current === wanted) write(text);
    },
    within: (page) => ({
      ...page,
      chapter: (title) => {
        if (current === wanted) throw new ChapterOver();
        current += 1;
        page.chapter(title);
      },
    }),
  };
}
