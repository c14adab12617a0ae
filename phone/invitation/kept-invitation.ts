/**
 * The invitation that the person accepts, while the browser is at the provider. It stays in this tab and is removed
 * once it is accepted.
 */
export const keptInvitation = {
  read: () => sessionStorage.getItem(KEY),
  keep: (token: string) => sessionStorage.setItem(KEY, token),
  forget: () => sessionStorage.removeItem(KEY),
};

const KEY = "invitation";
