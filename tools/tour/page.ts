import { styleText } from "node:util";
import { fitLine, layOutTable, shortenIds } from "./page-text.ts";

/** Terminal output of the story; `chapterTitle` is the present chapter. */
export interface Page {
  readonly title: (text: string, below: string) => void;
  readonly chapter: (title: string) => void;
  readonly chapterTitle: () => string;
  /** A line that explains. */
  readonly note: (text: string) => void;
  /** A sent request: the request line, and the body if there is one. */
  readonly sent: (request: string, body?: string) => void;
  readonly came: (answer: string) => void;
  /** A check that succeeded. */
  readonly verified: (text: string) => void;
  readonly table: (head: readonly string[], rows: readonly (readonly string[])[]) => void;
  /** A link, never shortened. */
  readonly link: (address: string) => void;
  readonly fails: (what: string, lines: readonly string[]) => void;
}

const WIDTH = 100;
const MARGIN = "    ";

/** Opens a page; without color it writes plain text. */
export function openPage(write: (text: string) => void, color: boolean): Page {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  let belowTable = false;
  const line = (text = "") => {
    // A table is followed by an empty line, unless the next text begins with one.
    write(belowTable && !text.startsWith("\n") ? `\n${text}\n` : `${text}\n`);
    belowTable = false;
  };
  const marked = (mark: string, text: string) =>
    line(`${MARGIN}${mark} ${fitLine(shortenIds(text), WIDTH - MARGIN.length - 2)}`);
  let chapter = { number: 0, title: "" };
  return {
    title: (text, below) => line(`\n  ${paint("bold", text)}\n  ${paint("dim", below)}`),
    chapter: (title) => {
      chapter = { number: chapter.number + 1, title };
      line(`\n ${paint(["bold", "cyan"], `${String(chapter.number).padStart(2)}  ${title}`)}`);
    },
    chapterTitle: () => `${chapter.number}, ${chapter.title}`,
    note: (text) => line(`${MARGIN}${paint("dim", fitLine(text, WIDTH - MARGIN.length))}`),
    sent: (request, body) => {
      marked(paint("blue", "→"), request);
      if (body !== undefined) marked(" ", body);
    },
    came: (answer) => marked(paint("yellow", "←"), answer),
    verified: (text) => marked(paint("green", "✓"), text),
    table: (head, rows) => {
      const cells = [head, ...rows].map((row) => row.map(shortenIds));
      const [header = "", ...others] = layOutTable(cells, WIDTH - MARGIN.length);
      line(`\n${MARGIN}${paint("underline", header)}`);
      for (const row of others) line(`${MARGIN}${row}`);
      belowTable = true;
    },
    link: (address) => line(`  ${paint("cyan", address)}`),
    fails: (what, lines) => {
      line(`\n  ${paint(["bold", "red"], `Not as it should be: ${what}`)}`);
      for (const text of lines) line(`    ${text}`);
    },
  };
}

/** A page without output, for the steps before a chapter. */
export function quietPage(chapterTitle: () => string): Page {
  const nothing = () => undefined;
  return {
    title: nothing,
    chapter: nothing,
    chapterTitle,
    note: nothing,
    sent: nothing,
    came: nothing,
    verified: nothing,
    table: nothing,
    link: nothing,
    fails: nothing,
  };
}
