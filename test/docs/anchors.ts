import { textOf } from "./house-files.ts";

/** Anchors of the headings of a Markdown page, as the usual viewers make them. */
export function anchorsOf(page: string): readonly string[] {
  const headings = textOf(page).matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, heading = ""]) => anchorOf(heading));
}

/** Anchor of one heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
