import type { OutsideLinks } from "./outside-links.ts";
import { escapeHtml } from "../../rules/escape-html.ts";
import type { PageContent } from "./page.ts";
import { PAGE_PATHS, PHONE_PATHS } from "../../contract/page-paths.ts";
import { PAGE_TEXTS, type PageLanguage } from "./texts.ts";

/** The page at `/`: the product, its API reference, and in embedded mode the phone and the other parts of the stack. */
export function startPage({ links, hasPhone }: StartPageParts) {
  return (language: PageLanguage): PageContent => {
    const texts = PAGE_TEXTS[language];
    const phone = hasPhone ? [{ name: texts.phone, url: PHONE_PATHS.page }] : [];
    const listed = [...phone, ...links.startPage].map(
      ({ name, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`,
    );
    const embedded =
      listed.length === 0 ? "" : `<h2>${texts.embedded}</h2><ul>${listed.join("")}</ul>`;
    const account =
      links.webClientId === null
        ? ""
        : `<p><a href="${PAGE_PATHS.account}">${texts.account}</a></p>`;
    return {
      title: texts.startTitle,
      body: `<p>${texts.start}</p>${account}<p><a href="/docs">${texts.reference}</a></p>${embedded}`,
    };
  };
}

/** Targets that the page links to. */
interface StartPageParts {
  readonly links: Pick<OutsideLinks, "startPage" | "webClientId">;
  /** Whether this API serves the phone. */
  readonly hasPhone: boolean;
}
