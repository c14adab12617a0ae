import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case a profile; each change of it is an occurrence. */
export function profileCases(
  profiles: readonly CompleteProfile[],
): readonly SourceCase<"PROFILE">[] {
  return profiles.map(({ relationshipId, changedAt }) => ({
    relationshipId,
    kind: "PROFILE",
    dedupeKey: `profile:${relationshipId}`,
    taskType: "PROFILE_REVIEW",
    context: "PROFILE",
    summary: "PROFILE_READY",
    sourceType: "CLIENT_PROFILE",
    sourceId: relationshipId,
    route: `/clients/${relationshipId}/profile`,
    due: dueWithin(() => 48),
    occurrences: [occurrence(changedAt.toISOString(), changedAt)],
  }));
}

/** A complete baseline profile, at its last change or its assignment to a coach. */
export interface CompleteProfile {
  readonly relationshipId: string;
  readonly changedAt: Date;
}
