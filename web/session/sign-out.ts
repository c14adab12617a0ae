import type { Api } from "../api/api-client.ts";
import { type Session, redirectUri } from "./session.ts";
import { rememberSignedOut } from "./signed-out.ts";

/**
 * Ends the session here, in all other tabs, at the API and at the provider. The page is emptied before the browser
 * leaves, so that "back" shows nothing of the person.
 */
export async function signOut(session: Session, api: Api): Promise<void> {
  rememberSignedOut();
  const idToken = session.idToken();
  const provider = await session.provider().catch(() => null);
  await api.POST("/api/v1/auth/logout").catch(() => null);
  session.tabs.tellSignedOut();
  session.end("SIGNED_OUT");
  const endpoint = provider?.server.end_session_endpoint;
  if (endpoint === undefined) return;
  const address = new URL(endpoint);
  address.searchParams.set("client_id", session.config.clientId);
  address.searchParams.set("post_logout_redirect_uri", redirectUri());
  if (idToken !== null) address.searchParams.set("id_token_hint", idToken);
  location.replace(address);
}
