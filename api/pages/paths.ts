/** Paths of the pages that people are led to. */
export const PAGE_PATHS = {
  invitation: "/invitation",
  memberInvitation: "/member-invitation",
  account: "/account",
} as const;

/** Where the provider sends a browser back to that signed in, or out, on a page of ours. */
export const CALLBACK_PATH = "/callback";

/** Path of the metadata of a protected resource (RFC 9728); a challenge names it. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
