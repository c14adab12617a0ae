/**
 * The invitation that the person accepts, while the browser is at the provider, and whether its acceptance was sent
 * without an answer. It stays in this tab and is removed once it is accepted.
 */
export const keptInvitation = {
  read: () => sessionStorage.getItem(KEY),
  keep: (token: string) => sessionStorage.setItem(KEY, token),
  /** Whether the acceptance of this invitation may have arrived. */
  isSent: (token: string) => sessionStorage.getItem(SENT) === token,
  markSent: (token: string) => sessionStorage.setItem(SENT, token),
  forget() {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(SENT);
  },
};

const KEY = "invitation";
const SENT = "invitation-sent";
