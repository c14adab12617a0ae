/** Paths of the pages that links in messages lead to. */
export const PAGE_PATHS = {
  invitation: "/invitation",
  memberInvitation: "/member-invitation",
} as const;

/** Path of the metadata of a protected resource (RFC 9728); a challenge names it. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
