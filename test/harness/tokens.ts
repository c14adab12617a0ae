import { type SignInRequest, type SignedIn, signIn } from "../../tools/stack/sign-in.ts";
import { getTestPart } from "./context.ts";

/** Options of a sign-in; the default app is the coach's phone. */
export type TokenRequest = Partial<Omit<SignInRequest, "email" | "issuer">> & {
  /** Starts a new session at the provider; an equal request would otherwise be answered from the cache. */
  readonly fresh?: boolean;
};

const signedIn = new Map<string, Promise<SignedIn>>();

/** Signs in at the real provider, once per file for equal requests. */
export function signInFor(email: string, request: TokenRequest = {}): Promise<SignedIn> {
  const { fresh = false, ...rest } = request;
  const wanted = { clientId: "sideline-coach-mobile", ...rest, email };
  const key = JSON.stringify(wanted);
  const known = signedIn.get(key);
  if (known !== undefined && !fresh) return known;
  const result = signIn({ ...wanted, issuer: getTestPart("provider").issuer });
  signedIn.set(key, result);
  return result;
}

/** A real access token of the person with this e-mail. */
export async function tokenFor(email: string, request: TokenRequest = {}): Promise<string> {
  return (await signInFor(email, request)).accessToken;
}
