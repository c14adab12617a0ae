/** What the API tells the page about its place; it stands in the page, so that no request precedes a sign-in. */
export interface ConsoleConfig {
  readonly issuer: string;
  /** The console's client id at the provider; null if no app signs in on the web. */
  readonly clientId: string | null;
  /** Links to the parts of an embedded stack, by name; empty in production. */
  readonly stackLinks: readonly StackLink[];
  /** Pages with the legal texts in force; null if none is configured. */
  readonly termsPage: string | null;
  readonly privacyPage: string | null;
  /** Pages of the clients' app in the stores. */
  readonly clientAppPages: readonly string[];
}

/** A part of an embedded stack that has a page. */
export interface StackLink {
  readonly name: string;
  readonly url: string;
}

/** Reads the settings from the page. Throws if the page has none: it was not served by the API. */
export function readConfig(page: Document): ConsoleConfig {
  const content = page.querySelector<HTMLMetaElement>(`meta[name="${CONFIG_NAME}"]`)?.content;
  const found: unknown = JSON.parse(content ?? "null");
  if (!isConfig(found)) throw new Error("The page has no settings.");
  return found;
}

const CONFIG_NAME = "sideline-config";

/** The API of the same origin writes them, so their form needs no closer look. */
function isConfig(found: unknown): found is ConsoleConfig {
  return typeof found === "object" && found !== null && "issuer" in found && "clientId" in found;
}
