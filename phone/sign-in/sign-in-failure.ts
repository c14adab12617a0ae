/**
 * Why a sign-in did not complete.
 * - REFUSED: the provider or the person said no.
 * - FORGOTTEN: this tab did not begin it.
 * - UNREACHABLE: the provider cannot be reached.
 * - OTHER_PERSON: somebody else's data are on this device.
 */
export type SignInFailure = "REFUSED" | "FORGOTTEN" | "UNREACHABLE" | "OTHER_PERSON";
