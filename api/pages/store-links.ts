import { escapeHtml } from "../../rules/escape-html.ts";

/** Links to the pages of an app in its stores, below a sentence; empty without pages. */
export function storeLinks(text: string, pages: readonly string[]): string {
  if (pages.length === 0) return "";
  const links = pages.map((url) => {
    const address = escapeHtml(url);
    return `<li><a href="${address}" rel="noreferrer">${escapeHtml(storeName(url))}</a></li>`;
  });
  return `<p class="soft">${text}</p><ul>${links.join("")}</ul>`;
}

function storeName(url: string): string {
  const { hostname } = new URL(url);
  return STORES.get(hostname) ?? hostname;
}

const STORES = new Map([
  ["apps.apple.com", "App Store"],
  ["play.google.com", "Google Play"],
]);
