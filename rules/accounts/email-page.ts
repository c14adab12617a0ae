import { escapeHtml } from "../escape-html.ts";
import type { EmailContent } from "./email-content.ts";

/**
 * The HTML form of an e-mail: its paragraphs, and a button for each link that is its own paragraph. The button names
 * the next step; the link's host is printed below, so the reader can check it. The page loads no picture, font or
 * script.
 */
export function emailPage(email: EmailContent): string {
  const paragraphs = email.text.split(/\n{2,}/).map((text) => paragraph(text, email.linkLabel));
  return [
    `<!doctype html><html lang="${email.language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light">`,
    `<title>${escapeHtml(email.subject.replaceAll(/\s+/g, " "))}</title></head><body style="${STYLE.page}">`,
    `<div style="${STYLE.sheet}"><p style="${STYLE.brand}">Sideline</p>${paragraphs.join("")}</div></body></html>`,
  ].join("");
}

const STYLE = {
  page: "margin:0;padding:24px;background:#f4f4f2;color:#1c1c1a;font:16px/1.5 system-ui,sans-serif",
  sheet: "max-width:32em;margin:0 auto;padding:24px;background:#fff;border-radius:12px",
  brand: "margin:0 0 16px;font-weight:700;color:#14532d",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#14532d;color:#fff;text-decoration:none",
  host: "font-size:14px;color:#5c5c58",
} as const;

function paragraph(text: string, label: string | undefined): string {
  const link = URL.parse(text);
  if (link?.protocol !== "https:" && link?.protocol !== "http:")
    return `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  const host = escapeHtml(link.host);
  const button = `<a href="${escapeHtml(link.href)}" style="${STYLE.button}">${escapeHtml(label ?? link.host)}</a>`;
  return label === undefined
    ? `<p>${button}</p>`
    : `<p>${button}<br><span style="${STYLE.host}">${host}</span></p>`;
}
