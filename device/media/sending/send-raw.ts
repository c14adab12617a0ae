import type { HttpOutcome, HttpRequest } from "../../ports/http.ts";
import type { Sender } from "./sender.ts";

/**
 * Sends an authorized request and returns its outcome as it is. It does not renew a refused token; the next `call` of
 * the session does.
 */
export async function sendRaw(
  { core, session }: Pick<Sender, "core" | "session">,
  { headers, ...request }: HttpRequest,
): Promise<HttpOutcome> {
  const token = await session.token();
  if (token === null) return { kind: "SILENCE", reason: "NOT_SENT" };
  const authorized = { ...headers, authorization: `Bearer ${token}` };
  return await core.ports.http.send({ ...request, headers: authorized });
}
