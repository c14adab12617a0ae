/** Paths of the pages that people visit. */
export const PAGE_PATHS = {
  invitation: "/invitation",
  memberInvitation: "/member-invitation",
  account: "/account",
  /** They open an app; mails link to them. */
  clientApp: "/app",
  coachApp: "/coach-app",
} as const;

/** The part of a coach's address that names the workspace: of the console, and of the page behind a mail's button. */
export const WORKSPACE_PARAMETER = "workspace";

/** Where the provider redirects a browser after signing in or out on one of our pages. */
export const CALLBACK_PATH = "/callback";

/** The stand-in page for our native apps on an embedded stack, and where its sign-in returns to. */
export const PHONE_PATHS = { page: "/phone/", callback: "/phone/callback" } as const;

/** Path of the metadata of a protected resource (RFC 9728); a challenge names it. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";
