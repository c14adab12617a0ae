import type { Surface } from "../../device/types.ts";

/** Remembers a sign-in in this tab while the browser is at the provider: the only secrets that the page stores. */
export function rememberSignIn({ verifier, state, surface }: RememberedSignIn): void {
  sessionStorage.setItem("app", surface);
  sessionStorage.setItem("verifier", verifier);
  sessionStorage.setItem("state", state);
}

/** Reads and removes the sign-in that began in this tab. */
export function takeSignIn(): RememberedSignIn | null {
  const surface = rememberedSurface();
  const [verifier, state] = [take("verifier"), take("state")];
  take("app");
  return verifier === null || state === null ? null : { verifier, state, surface };
}

/** The app that began the sign-in: the provider returns to one address. */
export function rememberedSurface(): Surface {
  return sessionStorage.getItem("app") === "COACH_MOBILE" ? "COACH_MOBILE" : "CLIENT_MOBILE";
}

/** A pending sign-in: the PKCE secret (RFC 7636), and the values that match the answer to the request. */
export interface RememberedSignIn {
  readonly verifier: string;
  readonly state: string;
  readonly surface: Surface;
}

function take(name: string): string | null {
  const kept = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return kept;
}
