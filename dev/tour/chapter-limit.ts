import { TourFailure } from "./expect-equal.ts";
import type { Page } from "./page.ts";

/** A page, and what rejects once one of its chapters does not come to an end. */
export interface LimitedPage {
  readonly page: Page;
  /** Never resolves; rejects with TourFailure. */
  readonly over: Promise<never>;
  readonly close: () => void;
}

/**
 * A page whose chapters have to end in time: whatever waits for what never comes is then named by its chapter,
 * and nobody has to end the tour from outside.
 */
export function limitChapters(page: Page, limitMs: number): LimitedPage {
  const over = Promise.withResolvers<never>();
  const tooLong = () => {
    const expected = `its end within ${limitMs / 1000} s`;
    over.reject(new TourFailure("the chapter", { expected, actual: "it still waits" }));
  };
  let timer: NodeJS.Timeout | undefined;
  const chapter = (title: string) => {
    clearTimeout(timer);
    timer = setTimeout(tooLong, limitMs);
    page.chapter(title);
  };
  return { page: { ...page, chapter }, over: over.promise, close: () => clearTimeout(timer) };
}
