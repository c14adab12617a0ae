/** Remembers a sign-in in this tab while the browser is at the provider: the only secrets that the page stores. */
export function rememberSignIn({ verifier, state }: RememberedSignIn): void {
  sessionStorage.setItem("verifier", verifier);
  sessionStorage.setItem("state", state);
}

/** Reads and removes the sign-in that began in this tab. */
export function takeSignIn(): RememberedSignIn | null {
  const [verifier, state] = [take("verifier"), take("state")];
  return verifier === null || state === null ? null : { verifier, state };
}

/** A pending sign-in: the PKCE secret (RFC 7636), and the values that match the answer to the request. */
export interface RememberedSignIn {
  readonly verifier: string;
  readonly state: string;
}

function take(name: string): string | null {
  const kept = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return kept;
}
