/** Facts about the installation. They are part of the page, so that no request precedes a sign-in. */
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
  /** Seconds by which the server's clock is ahead of this browser's. */
  readonly clockSkew: number;
}

/** A part of an embedded stack that has a page. */
export interface StackLink {
  readonly name: string;
  readonly url: string;
}

/**
 * Reads the settings from the page, as it has just been loaded. Throws if the page has none: it was not served by the
 * API.
 */
export function readConfig(page: Document, now: Date): ConsoleConfig {
  const contentOf = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name="sideline-${name}"]`)?.content;
  const found: unknown = JSON.parse(contentOf("config") ?? "null");
  if (!isConfig(found)) throw new Error("The page has no settings.");
  return { ...found, clockSkew: skewOf(contentOf("time"), now) };
}

/** Seconds; the time that the page took to load counts as the clock's fault. */
function skewOf(serverTime: string | undefined, now: Date): number {
  const milliseconds = Date.parse(serverTime ?? "") - now.getTime();
  return Number.isFinite(milliseconds) ? Math.round(milliseconds / 1000) : 0;
}

/** The API of the same origin writes them, so their form needs no closer look. */
function isConfig(found: unknown): found is Omit<ConsoleConfig, "clockSkew"> {
  return typeof found === "object" && found !== null && "issuer" in found && "clientId" in found;
}
