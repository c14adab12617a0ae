import type { SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { listCompleteProfiles } from "../../db/inbox/sources/list-complete-profiles.ts";
import { listFallenTrends } from "../../db/inbox/sources/list-fallen-trends.ts";
import { listMissedDays } from "../../db/inbox/sources/list-missed-days.ts";
import { listSkippedQuestionnaires } from "../../db/inbox/sources/list-skipped-questionnaires.ts";
import { listSubmittedForms } from "../../db/inbox/sources/list-submitted-forms.ts";
import { listUnreviewedWorkouts } from "../../db/inbox/sources/list-unreviewed-workouts.ts";
import { listWaitingMessages } from "../../db/inbox/sources/list-waiting-messages.ts";
import type { SourceQuery } from "../../db/inbox/sources/source-query.ts";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import type { SourceCase } from "../../rules/inbox/source-case.ts";
import { checkInCases } from "../../rules/inbox/sources/check-in-cases.ts";
import { formCases } from "../../rules/inbox/sources/form-cases.ts";
import { messageCases } from "../../rules/inbox/sources/message-cases.ts";
import { profileCases } from "../../rules/inbox/sources/profile-cases.ts";
import { questionnaireCases } from "../../rules/inbox/sources/questionnaire-cases.ts";
import { skipCases } from "../../rules/inbox/sources/skip-cases.ts";
import { trendCases } from "../../rules/inbox/sources/trend-cases.ts";
import { workoutCases } from "../../rules/inbox/sources/workout-cases.ts";
import { listOpenSkips } from "./list-open-skips.ts";

/** Every source: the query of its rows, and the rule that makes cases of them. */
export const CASE_LOADERS: { readonly [Kind in SourceKind]: CaseLoader<Kind> } = {
  PROFILE: caseLoader(listCompleteProfiles, profileCases),
  FORM: caseLoader(listSubmittedForms, formCases),
  QUESTIONNAIRE: caseLoader(listSkippedQuestionnaires, questionnaireCases),
  WORKOUT: caseLoader(listUnreviewedWorkouts, workoutCases),
  CHECK_IN: caseLoader(listMissedDays, checkInCases),
  TREND: caseLoader(listFallenTrends, trendCases),
  SKIP: caseLoader(listOpenSkips, skipCases),
  MESSAGE: caseLoader(listWaitingMessages, messageCases),
};

/** Loads the present cases of a source. One statement. */
type CaseLoader<Kind extends SourceKind> = (
  executor: QueryExecutor,
  query: SourceQuery,
) => Promise<readonly SourceCase<Kind>[]>;

function caseLoader<Row, Kind extends SourceKind>(
  listRows: (executor: QueryExecutor, query: SourceQuery) => Promise<readonly Row[]>,
  casesOf: (rows: readonly Row[]) => readonly SourceCase<Kind>[],
): CaseLoader<Kind> {
  return async (executor, query) => casesOf(await listRows(executor, query));
}
