import { planAssignmentSchema, planSchema } from "../../../contract/plans/schema.ts";
import type { TestApi } from "../../harness/api.ts";
import type { SignedInPair } from "../accounts/signed-in-pair.ts";

/** A program of one training day, which the coach of a pair publishes and assigns over HTTP. */
export async function assignProgram(api: TestApi, pair: SignedInPair) {
  const { coachToken: token, workspaceId, relationshipId } = pair;
  const squat = {
    exerciseKey: "squat",
    name: "Back squat",
    sets: [{ repetitions: 5, grams: 80_000 }],
    restSeconds: 120,
  };
  const content = {
    kind: "PROGRAM",
    title: "Strength",
    weeks: [{ days: [{ dayNumber: 1, title: "Legs", exercises: [squat] }] }],
  };
  const plans = `/api/v1/workspaces/${workspaceId}/plans`;
  const made = await api.call("POST", plans, {
    token,
    key: crypto.randomUUID(),
    body: { content, publish: true },
  });
  const { planId } = planSchema.parse(made.data);
  const assignments = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
  const given = await api.call("POST", assignments, {
    token,
    key: crypto.randomUUID(),
    body: { planId },
  });
  const { assignmentId } = planAssignmentSchema.parse(given.data);
  return {
    assignmentId,
    /** The coach ends the program. */
    async end() {
      const path = `${assignments}/${assignmentId}/end`;
      await api.call("POST", path, { token, key: crypto.randomUUID() });
    },
  };
}
