import { beforeEach } from "@jest/globals";
import { useOwnDatabase } from "../../harness/database.ts";
import { useApi } from "../../harness/use-api.ts";
import { type RegisteredCoach, registeredCoach, somebody } from "../accounts/people.ts";
import { moveClock } from "../db/move-clock.ts";

/** An API with a coach and a stranger of another workspace; before each test limits and clock are reset. */
export async function useInvitingCoaches() {
  const { api, issuer } = await useApi({ database: await useOwnDatabase() });
  const newCoach = () => registeredCoach(api, somebody(issuer));
  const [coach, stranger] = [await newCoach(), await newCoach()];
  // All tests call from one address; clear the limits so that no test counts another's attempts.
  beforeEach(async () => {
    await moveClock(api.database.ownerUrl, 0);
    await api.deps.database.em.fork().execute("delete from rate_limit");
  });
  return { api, issuer, coach, stranger, newCoach };
}

/** The route of a workspace's invitations. */
export const invitationsOf = ({ workspaceId }: RegisteredCoach) =>
  `/api/v1/workspaces/${workspaceId}/invitations`;
