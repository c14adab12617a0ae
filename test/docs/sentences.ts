/**
 * Sentences of the prose of a Markdown page. Code blocks, tables and headings are left out, a link counts as its text,
 * and a code span as one word. A colon before a capital letter ends a sentence.
 */
export function sentencesOf(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/^\s*```[^]*?^\s*```$/gm, "")
    .replaceAll(/^\s*\|.*$/gm, "")
    .replaceAll(/^#.*$/gm, "\n")
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, "\n\n")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/`[^`]*`/g, "CODE")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, " "))
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:])\s+(?=[A-Z"(*])/))
    .filter((sentence) => sentence !== "");
}
