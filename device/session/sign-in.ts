import { EVERY_SCOPE } from "../changes.ts";
import type { Tokens } from "../ports/sign-in.ts";
import { settlePurges } from "../purge/settle-purges.ts";
import type { Running } from "../running.ts";
import type { Device, SessionAct } from "../types.ts";
import { adoptPerson } from "./adopt-person.ts";
import { readSessionId } from "./session-id.ts";
import { completeSignOut, isSigningOut } from "./sign-out.ts";

/**
 * Stores the tokens of a sign-in. It first checks whom they belong to: another person's tokens never reach the vault,
 * and no queued operation is sent under another name. A repeated act is carried out once, and none in a later session.
 */
export async function signIn(
  { core, session, newcomer, restart }: Running,
  tokens: Tokens,
  act?: SessionAct,
): ReturnType<Device["signIn"]> {
  const { sql, random } = core.ports;
  const current = await readSessionId(sql);
  if (act !== undefined && current === act.callId) {
    // The tokens of a repeated sign-in may have been replaced meanwhile.
    if ((await session.state()) === "SIGNED_IN") return "SIGNED_IN";
  } else if (act !== undefined && current !== act.sessionId) return "SUPERSEDED";
  if ((await isSigningOut(sql)) && !(await completeSignOut(core, session))) return "SIGNING_OUT";
  const adoption = await adoptPerson(core, tokens.accessToken, act?.callId ?? random.uuid());
  if (adoption.kind === "FAILED") return "UNREACHABLE";
  newcomer.tokens = adoption.kind === "NO_ACCOUNT" ? tokens : null;
  if (adoption.kind !== "ADOPTED") return adoption.kind;
  await session.signIn(tokens);
  // Without an answer the lanes register later, before they send.
  restart("STOPPED");
  try {
    await session.register();
    await settlePurges(core);
    // An order to the former person's device covers the whole installation, and deletes a scope that is still empty.
    // Only a sign-in makes a client's scope; a coach's come with each read of the clients.
    if (core.surface === "CLIENT_MOBILE") await sql.write(adoption.scopes);
  } finally {
    // A store fault here must not stop the queue from being sent later.
    restart("STARTED");
  }
  core.changes.emit(EVERY_SCOPE);
  return "SIGNED_IN";
}
