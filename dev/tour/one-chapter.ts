import type { Page } from "./page.ts";

/** The chapter that was asked for is over; the rest is not played. */
export class ChapterOver extends Error {}

/** What is written while a chapter is played on its own. */
export interface OneChapter {
  readonly write: (text: string) => void;
  /** The page that knows which chapter it is in; throws ChapterOver when the wanted one is over. */
  readonly within: (page: Page) => Page;
}

/** Plays every chapter as far as the wanted one, for each stands on those before, and shows that one only. */
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
