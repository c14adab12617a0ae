import { TourFailure } from "./expect-equal.ts";
import type { Page } from "./page.ts";

/** A page, and a promise that rejects if one of its chapters takes too long. */
export interface LimitedPage {
  readonly page: Page;
  /** Never resolves; rejects with TourFailure. */
  readonly over: Promise<never>;
  readonly close: () => void;
}

/**
 * A page with a timeout per chapter. If a chapter waits for something that never happens, the failure names the
 * chapter, and nobody has to kill the tour.
 */
export function limitChapters(page: Page, limitMs: number): LimitedPage {
  const over = Promise.withResolvers<never>();
  const tooLong = () => {
    const expected = `its end within ${limitMs / 1000} s`;
    over.reject(new TourFailure("the chapter", { expected, actual: "it is still waiting" }));
  };
  let timer: NodeJS.Timeout | undefined;
  const chapter = (title: string) => {
    clearTimeout(timer);
    timer = setTimeout(tooLong, limitMs);
    page.chapter(title);
  };
  return { page: { ...page, chapter }, over: over.promise, close: () => clearTimeout(timer) };
}
