/** Link targets of the API's own pages, and the origins that may call it. */
export interface OutsideLinks {
  /** The identity provider (RFC 9728 `authorization_servers`). */
  readonly issuer: string;
  /** The client id of the pages here; null if no app of ours is on the web. */
  readonly webClientId: string | null;
  readonly clientApp: AppIdentity;
  readonly coachApp: AppIdentity;
  /** Further links of `/`: in embedded mode the other parts of the stack. */
  readonly startPage: readonly { readonly name: string; readonly url: string }[];
  /**
   * Contacts for reporting a vulnerability (RFC 9116), preferred first: `mailto:` or `https:`; empty if none is
   * configured.
   */
  readonly securityContacts: readonly string[];
  /** Pages with the legal texts in force; null if none is configured. */
  readonly termsPage: string | null;
  readonly privacyPage: string | null;
  /** Origins whose scripts may call the API (Fetch standard, CORS); none by default. */
  readonly origins: ReadonlySet<string>;
}

/** One of our apps: where to install it, and its identity in the stores; each part may be missing. */
export interface AppIdentity {
  /** Team and bundle id in Apple's format: `TEAM123456.app.sideline.client`. */
  readonly appleId: string | null;
  /** Package name and SHA-256 fingerprints of its signing certificates. */
  readonly android: {
    readonly packageName: string;
    readonly fingerprints: readonly string[];
  } | null;
  /** Its pages in the stores. */
  readonly storePages: readonly string[];
}

const NO_APP: AppIdentity = { appleId: null, android: null, storePages: [] };

/** The links of an API without any, callable by no scripts. */
export const noOutsideLinks = (issuer: string): OutsideLinks => ({
  issuer,
  webClientId: null,
  clientApp: NO_APP,
  coachApp: NO_APP,
  startPage: [],
  securityContacts: [],
  termsPage: null,
  privacyPage: null,
  origins: new Set(),
});
