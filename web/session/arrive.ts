import * as oauth from "oauth4webapi";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { takeJoinHandle } from "./join-handle.ts";
import { takeNextWay } from "./next-way.ts";
import { type PendingSignIn, takePendingSignIn } from "./pending-sign-in.ts";
import { type Session, beginSignIn, redirectUri, tokensOf } from "./session.ts";
import { hasSignedOut, rememberSignedIn } from "./signed-out.ts";

/**
 * Decides what to show first: completes a sign-in that returned to this page, or asks the provider silently, once.
 * After a sign-out nothing is tried silently. The provider's answer leaves the address bar at once.
 */
export async function arrive(session: Session): Promise<Arrival> {
  session.joinHandle = takeJoinHandle();
  if (!hasStorage()) return { kind: "NO_STORAGE" };
  const here = new URL(location.href);
  if (here.pathname === CONSOLE_PATHS.callback) return await complete(session, here);
  if (hasSignedOut()) return { kind: "SIGNED_OUT" };
  try {
    return await beginSignIn(session, { prompt: "none" });
  } catch {
    return { kind: "UNREACHABLE" };
  }
}

/**
 * - SIGNED_IN: the session is open.
 * - SIGNED_OUT: nobody is signed in here.
 * - ENDED: the provider ended the session while the page was open.
 * - REFUSED: the provider or the person refused, or the answer was not for this tab.
 * - UNREACHABLE: the provider cannot be reached.
 * - NO_STORAGE: the browser stores nothing for this page, so no sign-in can return to it.
 */
export interface Arrival {
  readonly kind: "SIGNED_IN" | "SIGNED_OUT" | "ENDED" | "REFUSED" | "UNREACHABLE" | "NO_STORAGE";
}

/** A browser that refuses storage throws, already when the page names it. */
function hasStorage(): boolean {
  try {
    return sessionStorage.length >= 0;
  } catch {
    return false;
  }
}

async function complete(session: Session, here: URL): Promise<Arrival> {
  const pending = takePendingSignIn(here.searchParams.get("state") ?? "");
  session.joinHandle = pending?.joinHandle ?? null;
  history.replaceState(null, "", pending?.returnTo ?? CONSOLE_PATHS.home);
  // Without an answer it is the return from a sign-out, or somebody typed the address.
  if (!here.searchParams.has("code") && !here.searchParams.has("error"))
    return await afterSignOut(session);
  if (pending === null) return { kind: "REFUSED" };
  try {
    await exchange(session, here, pending);
    rememberSignedIn();
    return { kind: "SIGNED_IN" };
  } catch (error) {
    if (pending.isSilent) return { kind: "SIGNED_OUT" };
    return { kind: isRefusal(error) ? "REFUSED" : "UNREACHABLE" };
  }
}

/** A person who signed out to use another way goes on to it. */
async function afterSignOut(session: Session): Promise<Arrival> {
  const way = takeNextWay();
  if (way === null) return { kind: "SIGNED_OUT" };
  session.joinHandle = way.joinHandle;
  try {
    return await beginSignIn(session, way.alias === "" ? {} : { provider: way.alias });
  } catch {
    return { kind: "UNREACHABLE" };
  }
}

async function exchange(session: Session, here: URL, pending: PendingSignIn): Promise<void> {
  const { server, client, options } = await session.provider();
  const state = here.searchParams.get("state") ?? "";
  const parameters = oauth.validateAuthResponse(server, client, here, state);
  const answered = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri(),
    pending.verifier,
    options,
  );
  const checks = { expectedNonce: pending.nonce, requireIdToken: true };
  const granted = await oauth.processAuthorizationCodeResponse(server, client, answered, checks);
  session.begin(tokensOf(granted));
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.OperationProcessingError
  );
}
