/** True if the person signed out in this tab, and did not sign in again. */
export const hasSignedOut = (): boolean => sessionStorage.getItem(NAME) !== null;

/** From now on nothing is tried silently in this tab. */
export const rememberSignedOut = (): void => sessionStorage.setItem(NAME, "1");

/** A sign-in ends that. */
export const rememberSignedIn = (): void => sessionStorage.removeItem(NAME);

const NAME = "signed-out";
