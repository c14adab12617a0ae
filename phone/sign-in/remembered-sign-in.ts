/** Remembers a sign-in in this tab while the browser is at the provider: the only secrets that the page stores. */
export function rememberSignIn({ verifier, state }: RememberedSignIn): void {
  sessionStorage.setItem("verifier", verifier);
  sessionStorage.setItem("state", state);
}

/** Takes the sign-in that began in this tab, once. */
export function takeSignIn(): RememberedSignIn | null {
  const [verifier, state] = [take("verifier"), take("state")];
  return verifier === null || state === null ? null : { verifier, state };
}

/** A sign-in in progress: the secret of PKCE (RFC 7636), and what ties the answer to the question. */
export interface RememberedSignIn {
  readonly verifier: string;
  readonly state: string;
}

function take(name: string): string | null {
  const kept = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return kept;
}
