import { escapeHtml } from "../escape-html.ts";

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f4f2;color:#1c1c1a;font:16px/1.5 system-ui,sans-serif",
  sheet: "max-width:32em;margin:0 auto;padding:24px;background:#fff;border-radius:12px",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#fff;text-decoration:none",
} as const;

/**
 * A letter as a page for programs that show one: its paragraphs, and a button for each link that stands on a line of
 * its own, named by the host it leads to, so that nobody has to trust a word. It asks nothing of any server: no
 * picture, no font, no script.
 */
export function letterPage(letter: { readonly subject: string; readonly text: string }): string {
  const paragraphs = letter.text.split(/\n{2,}/).map(paragraph);
  return [
    `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light">`,
    `<title>${escapeHtml(letter.subject.replaceAll(/\s+/g, " "))}</title></head><body style="${STYLE.page}">`,
    `<div style="${STYLE.sheet}">${paragraphs.join("")}</div></body></html>`,
  ].join("");
}

function paragraph(text: string): string {
  const link = URL.parse(text);
  if (link?.protocol !== "https:" && link?.protocol !== "http:")
    return `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  return `<p><a href="${escapeHtml(link.href)}" style="${STYLE.button}">${escapeHtml(link.host)}</a></p>`;
}
