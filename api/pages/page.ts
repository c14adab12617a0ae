import { randomBytes } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { type PageLanguage, PAGE_LANGUAGES } from "./texts.ts";

/** A page that is readable without its script, in the reader's preferred language. */
export function page(content: (language: PageLanguage) => PageContent): RequestHandler {
  const contents = new Map(PAGE_LANGUAGES.map((language) => [language, content(language)]));
  return (req, res) => {
    const language = languageOf(req);
    const nonce = randomBytes(16).toString("base64");
    const shown = contents.get(language) ?? content(language);
    res.setHeader("Content-Security-Policy", policy(nonce, shown.asks?.() ?? []));
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    res.setHeader("Content-Language", language);
    res.setHeader("Vary", "Accept-Language");
    res.end(document({ ...shown, language, nonce }));
  };
}

/** The content of a page in one language. Both texts are HTML. */
export interface PageContent {
  readonly title: string;
  readonly body: string;
  /** Our own script, run on this page only. */
  readonly script?: string;
  /** The other origins that its script calls, as known at the time. */
  readonly asks?: () => readonly string[];
}

/** Reveals the visit to no other host, and loads nothing from outside the page. */
const policy = (nonce: string, asks: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    ["connect-src 'self'", ...asks].join(" "),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** English if the reader prefers neither, or sends no valid language. */
function languageOf(req: Request): PageLanguage {
  const accepted = req.acceptsLanguages(...PAGE_LANGUAGES);
  return PAGE_LANGUAGES.find((language) => language === accepted) ?? "en";
}

type Shown = PageContent & { readonly language: PageLanguage; readonly nonce: string };

function document({ title, body, script, language, nonce }: Shown): string {
  const code = script === undefined ? "" : `<script nonce="${nonce}">${script}</script>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sideline</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style></head>
<body><main><p class="brand">${MARK}Sideline</p><h1>${title}</h1>
${body}
</main>${code}</body></html>
`;
}

/** The mark of the console. */
const MARK =
  '<svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true"><path d="M8 5.5v15" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/><circle cx="16" cy="13" r="4" fill="currentColor"/></svg>';

/**
 * Colours, radii and sizes of the console (web/styles/tokens.css); inputs and buttons stay as large as a thumb needs.
 */
const STYLE = `
:root{color-scheme:light dark;--ink:#14211b;--soft:#3f4e47;--line:#dfe6e2;--page:#f3f6f4;--card:#fff;--green:#0b6b45;--on-green:#fff;--red:#ad1f16;--on-red:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8efeb;--soft:#bccac3;--line:#26312b;--page:#0d1210;--card:#141a17;--green:#3ecf8e;--on-green:#06120c;--red:#ff9c92;--on-red:#1d0504}}
*{box-sizing:border-box}[hidden]{display:none}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--ink);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{width:100%;max-width:32rem;background:var(--card);border:1px solid var(--line);border-radius:14px;padding:clamp(20px,6vw,40px);overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 1.25rem;font-weight:600}.brand svg{color:var(--green)}
h1{margin:0 0 1rem;font-size:1.75rem;font-weight:600;line-height:1.25}h2{font-size:1.125rem;margin:2rem 0 .5rem}
p{margin:0 0 1rem}.soft,details{color:var(--soft)}a{color:var(--green)}
.button{display:block;text-align:center;text-decoration:none;font-weight:600;border-radius:6px;padding:.7rem 1rem;background:var(--green);color:var(--on-green)}
button{font:inherit;cursor:pointer}button.button{width:100%;border:0}button:disabled{cursor:default;opacity:.6}
.code{display:block;width:min(100%,15rem);margin:0 auto 1rem;border-radius:10px}summary{font-weight:600}
.plain{display:inline-block;text-decoration:none;border:1px solid var(--line);border-radius:6px;padding:.4rem .8rem;background:none;color:inherit}
.note{border-left:4px solid var(--green);padding:.2rem 0 .2rem .9rem;margin:0 0 1rem}.note p:last-child{margin:0}
div.danger{border:1px solid var(--red);border-radius:10px;padding:.2rem 1rem .8rem;margin:2rem 0 0}.danger h2{margin:.6rem 0;color:var(--red)}.danger details{margin:0}.danger p:last-child{margin:0}
button.danger{background:var(--red);color:var(--on-red)}
progress{width:100%;accent-color:var(--green)}hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
fieldset{border:1px solid var(--line);border-radius:10px;margin:0 0 1rem;padding:.5rem .9rem .8rem;min-width:0}legend{padding:0 .3rem;font-weight:600}
label{display:flex;gap:.6rem;align-items:baseline;padding:.25rem 0}input{font:inherit;color:inherit;accent-color:var(--green)}
.times{display:flex;flex-wrap:wrap;gap:0 1.5rem}input[type=time]{border:1px solid var(--line);border-radius:6px;padding:.2rem .5rem;background:none}
.told{position:sticky;top:8px;z-index:1;border:1px solid var(--green);border-radius:10px;padding:.6rem .9rem;background:var(--card)}.told:empty{margin:0;border:0;padding:0}
ul{padding-left:1.2rem}li p{margin-top:.4rem}summary{cursor:pointer;color:var(--ink)}details{margin-top:1.5rem}
:focus-visible{outline:2px solid var(--green);outline-offset:2px}
`;
