import type { Edits } from "../harness/compile-edits.ts";
import { editFile } from "./edit-file.ts";

/** Where a type of coach task and its source are named. */
export const NAMES = "contract/inbox/source-vocabulary.ts";
export const RULE = "rules/inbox/sources/expired-task-cases.ts";
export const QUERY = "db/inbox/sources/list-expired-tasks.ts";
/** The list of all sources. */
export const LIST = "activities/inbox/case-loaders.ts";
/** The facts of all sources, as the wire shows them, and their queries. */
export const FACTS = "contract/inbox/facts-schema.ts";
export const FACT_QUERIES = "db/inbox/sources/source-facts.ts";
export const MIGRATION = "db/migrations/9999-onboarding-follow-up.sql";

/** A new type of coach task, for onboarding tasks that have expired, as edits of the tree. */
export function probeSource(): Edits {
  return {
    ...editFile(
      NAMES,
      ["  PROFILE_REVIEW: {", `${TYPE}\n  PROFILE_REVIEW: {`],
      ['  PROFILE: "client', `${PERMISSION}\n  PROFILE: "client`],
      ["  PROFILE: defineSource({", `${SOURCE}\n  PROFILE: defineSource({`],
      ["import type { MessageLanguage", `${FACTS_IMPORT}import type { MessageLanguage`],
    ),
    ...editFile(
      FACTS,
      ["/** The facts about a task, by", `${FACTS_SCHEMA}\n/** The facts about a task, by`],
      ["  profileFactsSchema,\n", "  profileFactsSchema,\n  expiredTaskFactsSchema,\n"],
    ),
    ...editFile(FACT_QUERIES, ["  PROFILE: sql", `${FACT_QUERY}\n  PROFILE: sql`]),
    [RULE]: RULE_TEXT,
    [QUERY]: QUERY_TEXT,
    ...editFile(
      LIST,
      ["import type { SourceKind", `${IMPORTS}import type { SourceKind`],
      ["  PROFILE: ", `${LINE}\n  PROFILE: `],
    ),
    [MIGRATION]: "alter table coach_task drop constraint coach_task_type_check;",
  };
}

const TYPE = "  ONBOARDING_FOLLOW_UP: { base: 60, resolutions: [] },";
const PERMISSION = '  ONBOARDING: "onboarding.manage",';
const SOURCE = `  EXPIRED_TASK: defineSource({
    wakesOn: ["OnboardingTaskExpired"],
    why: { TASK_EXPIRED: "A task of the onboarding has expired." },
    sentence: {
      en: ({ taskKey }: ExpiredTaskFacts) => "Expired: " + taskKey,
      de: ({ taskKey }: ExpiredTaskFacts) => "Abgelaufen: " + taskKey,
    },
    closes: { code: "TASK_CANCELLED", sentence: "Closes when the task is cancelled." },
    reviewedAs: null,
  }),`;
const FACTS_IMPORT = 'import type { ExpiredTaskFacts } from "./facts-schema.ts";\n';
const FACTS_SCHEMA = `const expiredTaskFactsSchema = factsSchema("EXPIRED_TASK", { taskKey: z.string() });
export type ExpiredTaskFacts = z.output<typeof expiredTaskFactsSchema>;
`;
const FACT_QUERY = "  EXPIRED_TASK: sql`(select null::jsonb)`,";
const LINE = "  EXPIRED_TASK: caseLoader(listExpiredTasks, expiredTaskCases),";
const IMPORTS = `import { listExpiredTasks } from "../../${QUERY}";
import { expiredTaskCases } from "../../${RULE}";
`;

const RULE_TEXT = `import { dueWithin } from "../due-rule.ts";
import { occurrence, type SourceCase } from "../source-case.ts";

/** One case an expired task. */
export function expiredTaskCases(
  expired: readonly ExpiredTask[],
): readonly SourceCase<"EXPIRED_TASK">[] {
  return expired.map(({ relationshipId, taskId, updatedAt }) => ({
    relationshipId,
    kind: "EXPIRED_TASK",
    dedupeKey: \`expired-task:\${taskId}\`,
    taskType: "ONBOARDING_FOLLOW_UP",
    context: "ONBOARDING",
    summary: "TASK_EXPIRED",
    sourceType: "ONBOARDING_TASK",
    sourceId: taskId,
    route: \`/clients/\${relationshipId}/onboarding\`,
    due: dueWithin(() => 48),
    occurrences: [occurrence(taskId, updatedAt)],
  }));
}

/** An onboarding task that has expired. */
export interface ExpiredTask {
  readonly relationshipId: string;
  readonly taskId: string;
  readonly updatedAt: Date;
}
`;

const QUERY_TEXT = `import type { ExpiredTask } from "../../../${RULE}";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import type { SourceQuery } from "./source-query.ts";

/** Expired onboarding tasks. */
export async function listExpiredTasks(
  executor: QueryExecutor,
  { relationshipIds }: SourceQuery,
): Promise<readonly ExpiredTask[]> {
  return await executor.tables
    .selectFrom("onboardingTask as task")
    .innerJoin("onboardingInstance as instance", "instance.id", "task.instanceId")
    .where("instance.relationshipId", "=", anyOf(relationshipIds))
    .where("task.status", "=", "EXPIRED")
    .select(["instance.relationshipId", "task.id as taskId", "task.updatedAt"])
    .execute();
}
`;
