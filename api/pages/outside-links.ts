/** An app of ours, where it is installed from and what the stores know it by; each part may be missing. */
export interface AppIdentity {
  /** Team and bundle id, as Apple joins them: `TEAM123456.app.sideline.client`. */
  readonly appleId: string | null;
  /** Package name and SHA-256 fingerprints of the certificates it is signed with. */
  readonly android: {
    readonly packageName: string;
    readonly fingerprints: readonly string[];
  } | null;
  /** Its pages in the stores. */
  readonly storePages: readonly string[];
}

/** Where the pages at the API's own address lead to, and who else may lead here. */
export interface OutsideLinks {
  /** Who signs people in (RFC 9728 `authorization_servers`). */
  readonly issuer: string;
  /** As which of its clients the pages here sign in; null where no app of ours is on the web. */
  readonly webClientId: string | null;
  readonly clientApp: AppIdentity;
  readonly coachApp: AppIdentity;
  /** What `/` points to besides: in embedded mode the other parts of the stack. */
  readonly startPage: readonly { readonly name: string; readonly url: string }[];
  /** Where a weakness is told of (RFC 9116), the best way first: `mailto:` or `https:`; none where nobody is named. */
  readonly securityContacts: readonly string[];
  /** Origins whose scripts may call the API (Fetch standard, CORS); none unless they are named. */
  readonly origins: ReadonlySet<string>;
}

const NO_APP: AppIdentity = { appleId: null, android: null, storePages: [] };

/** Of an API that leads nowhere and is called by nobody's scripts. */
export const noOutsideLinks = (issuer: string): OutsideLinks => ({
  issuer,
  webClientId: null,
  clientApp: NO_APP,
  coachApp: NO_APP,
  startPage: [],
  securityContacts: [],
  origins: new Set(),
});
