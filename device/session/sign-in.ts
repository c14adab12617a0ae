import { EVERY_SCOPE } from "../changes.ts";
import type { Tokens } from "../ports/sign-in.ts";
import { settlePurges } from "../purge/settle-purges.ts";
import type { Running } from "../running.ts";
import type { Device } from "../types.ts";
import { adoptPerson } from "./adopt-person.ts";
import { completeSignOut, isSigningOut } from "./sign-out.ts";

/**
 * Stores the tokens of a sign-in. It first checks whom they belong to: another person's tokens never reach the vault,
 * and no queued operation is sent under another name.
 */
export async function signIn(
  { core, session, restart }: Running,
  tokens: Tokens,
): ReturnType<Device["signIn"]> {
  const { sql } = core.ports;
  if ((await isSigningOut(sql)) && !(await completeSignOut(core, session))) return "SIGNING_OUT";
  const adoption = await adoptPerson(core, tokens.accessToken);
  if (adoption.kind === "FAILED") return "UNREACHABLE";
  if (adoption.kind !== "ADOPTED") return adoption.kind;
  await session.signIn(tokens);
  // Without an answer the lanes register later, before they send.
  restart("STOPPED");
  try {
    await session.register();
    await settlePurges(core);
  } finally {
    // A store fault here must not stop the queue from being sent later.
    restart("STARTED");
  }
  core.changes.emit(EVERY_SCOPE);
  return "SIGNED_IN";
}
