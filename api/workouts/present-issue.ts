import type { WorkoutIssue } from "../../contract/workouts/issue-schema.ts";
import { HINT_OF_ISSUE } from "../../contract/workouts/issue-vocabulary.ts";
import type { IssueRow } from "../../db/workouts/issues/queries.ts";
import { explainSnapshot } from "../../rules/workouts/explain-snapshot.ts";

/** An issue with the changes since, computed on read. */
export function presentIssue({
  trainedSnapshot,
  presentSnapshot,
  trained,
  present,
  ...issue
}: IssueRow): WorkoutIssue {
  const isSame = presentSnapshot === trainedSnapshot;
  const changes = isSame ? [] : [...explainSnapshot(trained, present)];
  return {
    ...issue,
    explanation: { trainedSnapshot, presentSnapshot, changes },
    messagingHint: issue.status === "RESOLVED" ? null : HINT_OF_ISSUE[issue.kind],
  };
}
