import type { CompleteProfile } from "../../../rules/inbox/sources/profile-cases.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { newsSince, type SourceQuery, unresolvedSources } from "./source-query.ts";

/** Complete baseline profiles that changed recently, got a new coach recently, or have an unresolved task. */
export async function listCompleteProfiles(
  executor: QueryExecutor,
  query: SourceQuery,
): Promise<readonly CompleteProfile[]> {
  const since = newsSince(query);
  const rows = await executor.tables
    .selectFrom("relationship as r")
    .innerJoin("clientProfile as profile", "profile.userId", "r.clientUserId")
    .where("r.id", "=", anyOf(query.relationshipIds))
    .where("profile.birthDate", "is not", null)
    .where("profile.heightCm", "is not", null)
    .where("profile.goal", "is not", null)
    .where((profile) =>
      profile.or([
        profile("profile.baselineChangedAt", ">", since),
        profile("r.startedAt", ">", since),
        profile(
          "r.id",
          "in",
          unresolvedSources(executor, query).where("sourceKind", "=", "PROFILE"),
        ),
      ]),
    )
    .select(["r.id as relationshipId", "r.startedAt", "profile.baselineChangedAt"])
    .execute();
  return rows.flatMap(({ relationshipId, startedAt, baselineChangedAt }) => {
    if (baselineChangedAt === null) return [];
    const changedAt = baselineChangedAt > startedAt ? baselineChangedAt : startedAt;
    return [{ relationshipId, changedAt }];
  });
}
