/** Characters of a public handle. */
export const HANDLE_LENGTH = { min: 3, max: 30 } as const;

/**
 * Reserved handles, without hyphens. They would pass for us, for a role or for everybody, or they name a page or a
 * mailbox.
 */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  [
    "admin administrator moderator official operator owner root service staff superuser system team",
    "abuse billing contact help helpdesk hostmaster info legal mail newsletter noreply notifications postmaster",
    "press privacy sales security support webmaster",
    "all anonymous client clients coach coaches deleted everybody everyone former formerclient formercoach here",
    "nobody null test undefined unknown user users you",
    "about account accounts api app auth blog callback docs health home invitation invitations login logout me",
    "member members new oauth openid profile profiles register registration search settings signin signout signup",
    "status terms wellknown workspace workspaces www",
  ].flatMap((line) => line.split(" ")),
);
