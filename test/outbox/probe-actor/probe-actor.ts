import { registerActor, type SettlingDeps } from "../../../activities/outbox/register-actor.ts";
import { probe } from "./definition.ts";
import { settleProbe } from "./settle-probe.ts";

/** Rings bells when they are due. */
export const probeActor = registerActor(probe, {
  settle: ({ em }: SettlingDeps, subject) => settleProbe(em, subject),
  attributes: (_agenda, { relationshipId }) => ({ RelationshipId: relationshipId }),
  details: () => [],
});
