import { describe, expect, test } from "@jest/globals";
import { housePaths, textOf } from "./house-files.ts";
import { sentencesOf } from "./sentences.ts";

const pages = [...housePaths].filter((path) => /^docs\/.*\.md$/.test(path));
const bytesOf = (path: string) => Buffer.byteLength(textOf(path));

/** Words that begin no sentence, because the subject would come later. */
const FORBIDDEN_OPENINGS = /^[*"(]*(?:Of|What|Who|Whoever|Whatever|Which|Beside|Besides|So)\b/;

/** Words of a sentence, where a code span counts as one. */
const wordsIn = (sentence: string) => sentence.split(" ").length;

describe("The pages in docs/", () => {
  const sentences = pages.flatMap((page) =>
    sentencesOf(textOf(page)).map((sentence) => ({ page, sentence })),
  );

  test("have at most 384,000 bytes in all", () => {
    expect(pages.reduce((sum, page) => sum + bytesOf(page), 0)).toBeLessThanOrEqual(384_000);
  });

  test("include an architecture.md of at most 25,000 bytes", () => {
    expect(bytesOf("docs/architecture.md")).toBeLessThanOrEqual(25_000);
  });

  test("have a median sentence of at most 15 words", () => {
    const lengths = sentences.map(({ sentence }) => wordsIn(sentence)).toSorted((a, b) => a - b);
    expect(lengths.length).toBeGreaterThan(1_000);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(15);
  });

  test("have no sentence of more than 40 words", () => {
    expect(sentences.filter(({ sentence }) => wordsIn(sentence) > 40)).toEqual([]);
  });

  test('have no sentence that opens with "Of", "What", "Who", "Which", "Beside", "So" or the like', () => {
    expect(sentences.filter(({ sentence }) => FORBIDDEN_OPENINGS.test(sentence))).toEqual([]);
  });
});

test("sentencesOf() splits prose and list items, and leaves out code, tables and headings", () => {
  const page = `# A heading

First sentence, with \`a. code span\`. Second one ends here: This is the third.

- An item. Its second
  sentence.
1. A [link](somewhere.md).

| a | table |

\`\`\`sh
npm start. Not a sentence.
\`\`\`
`;
  expect(sentencesOf(page)).toEqual([
    "First sentence, with CODE.",
    "Second one ends here:",
    "This is the third.",
    "An item.",
    "Its second sentence.",
    "A link.",
  ]);
});
