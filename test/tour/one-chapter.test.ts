import { expect, test } from "@jest/globals";
import { ChapterOver, onlyChapter } from "../../tools/tour/one-chapter.ts";
import { openPage } from "../../tools/tour/page.ts";

test("a selected chapter is shown alone, under its own number", () => {
  const text = played(2);
  expect(text).toContain("The day");
  expect(text).toContain("2  Second");
  expect(text).toContain("told in Second");
  expect(text).not.toContain("First");
  expect(text).not.toContain("Third");
});

test("the last chapter is shown to its end", () => {
  expect(played(3)).toContain("told in Third");
});

/** Plays three one-line chapters, of which one is selected. */
function played(wanted: number): string {
  const written: string[] = [];
  const only = onlyChapter(wanted, (text) => void written.push(text));
  const page = only.within(openPage(only.write, false));
  page.title("The day", "below");
  try {
    for (const title of ["First", "Second", "Third"]) {
      page.chapter(title);
      page.note(`told in ${title}`);
    }
  } catch (error) {
    if (!(error instanceof ChapterOver)) throw error;
  }
  return written.join("");
}
