import { escapeHtml } from "../escape-html.ts";
import type { EmailParts, EmailStep } from "./email-content.ts";
import { greeting } from "./greeting.ts";

/**
 * The HTML form of an e-mail: its subject as the heading, its paragraphs, and one button that names the next step. The
 * link's host is printed below the button, so the reader can check it. The page loads no picture, font or script.
 */
export function emailPage(parts: EmailParts): string {
  const { language, subject, body, step, after = [], why, settings } = parts;
  const title = escapeHtml(subject.replaceAll(/\s+/g, " "));
  const content = [
    `<p class="brand" style="${LIGHT.brand}">Sideline</p>`,
    `<h1 class="ink" style="${LIGHT.heading}">${title}</h1>`,
    ...[...greeting(parts), ...body].map((text) => paragraph(text)),
    step === null ? "" : button(step),
    ...after.map((text) => paragraph(text)),
  ];
  const small = [
    `<p class="soft" style="${LIGHT.small}">${escapeHtml(why)}</p>`,
    settings === undefined ? "" : smallLink(settings),
  ];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${title}</title><style>${DARK}</style></head>
<body class="page" style="${LIGHT.page}"><div class="sheet" style="${LIGHT.sheet}">
${content.join("\n")}
</div><div style="${LIGHT.foot}">
${small.join("\n")}
</div></body></html>
`;
}

function paragraph(text: string): string {
  const lines = escapeHtml(text).replaceAll("\n", "<br>");
  return `<p class="ink" style="${LIGHT.paragraph}">${lines}</p>`;
}

function button({ label, url }: EmailStep): string {
  const link = linkOf(url);
  return `<p style="${LIGHT.step}"><a class="button" href="${link.href}" style="${LIGHT.button}">${escapeHtml(label)}</a></p>
<p class="soft" style="${LIGHT.host}">${link.host}</p>`;
}

function smallLink({ label, url }: EmailStep): string {
  const { href } = linkOf(url);
  return `<p class="soft" style="${LIGHT.small}"><a class="soft" href="${href}" style="${LIGHT.link}">${escapeHtml(label)}</a></p>`;
}

/** @throws Error for a link that a mail must not contain, e.g. `javascript:`. */
function linkOf(url: string): { readonly href: string; readonly host: string } {
  const { protocol, href, host } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("Not a link to a page");
  return { href: escapeHtml(href), host: escapeHtml(host) };
}

/** Inline, because some mail programs drop style sheets. */
const LIGHT = {
  page: "margin:0;padding:16px;background:#f1f5f2;color:#14211b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  sheet:
    "max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #d5ddd8;border-radius:16px",
  brand: "margin:0 0 20px;font-weight:700;color:#0b6b45",
  heading: "margin:0 0 20px;font-size:24px;line-height:1.25;color:#14211b;overflow-wrap:anywhere",
  paragraph: "margin:0 0 16px;color:#14211b;overflow-wrap:anywhere",
  step: "margin:24px 0 8px",
  button:
    "display:block;padding:13px 20px;border-radius:10px;background:#0b6b45;color:#ffffff;font-weight:600;text-align:center;text-decoration:none",
  host: "margin:0 0 24px;font-size:14px;text-align:center;color:#4d5c55",
  foot: "max-width:520px;margin:0 auto;padding:16px 24px",
  small: "margin:0 0 8px;font-size:14px;color:#4d5c55",
  link: "color:#4d5c55;text-decoration:underline",
} as const;

/** Overrides for readers who prefer a dark screen. */
const DARK =
  ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
  "@media(prefers-color-scheme:dark){" +
  ".page{background:#0d1411!important}.sheet{background:#16201b!important;border-color:#33423a!important}" +
  ".ink{color:#e8efeb!important}.soft{color:#a9b9b1!important}.brand{color:#3ecf8e!important}" +
  ".button{background:#3ecf8e!important;color:#06120c!important}}";
