import type { Core } from "../../core.ts";
import type { PersonRead } from "../../session/person-read.ts";
import { coachIn, readRoster } from "./read-roster.ts";
import { storeRoster } from "./store-roster.ts";
import type { Get } from "./types.ts";

/**
 * Reads the coach whom a session belongs to, and their clients. Without the list of clients the coach is signed in
 * anyway, and the scopes of this device stay unchanged until the next read.
 */
export async function readCoach(core: Core, get: Get): Promise<PersonRead> {
  const answer = await get("/api/v1/auth/me");
  // A person without a membership in a workspace has no account of a coach yet.
  if (answer.kind === "REFUSED") return { kind: "NO_ACCOUNT" };
  if (answer.kind !== "ANSWER") return { kind: "FAILED", answer };
  const coach = coachIn(answer.data);
  if (coach === null) return { kind: "NO_ACCOUNT" };
  const read = await readRoster(get, coach, () => core.ports.clock.now());
  // No order is carried out during a sign-in.
  const { statements } =
    read.kind === "ROSTER" ? await storeRoster(core, read.roster) : { statements: [] };
  return { kind: "PERSON", userId: coach.coachUserId, statements };
}
