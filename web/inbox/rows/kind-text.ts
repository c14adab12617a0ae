import type { Texts } from "../../texts/use-texts.ts";
import type { InboxTask } from "../inbox-query.ts";

/**
 * The kind of a task in words. One type has several kinds: a client who asks for help, one who fell off track, tasks
 * that are skipped again and again. The code of the summary tells them apart, also for a coach who may not open the source.
 */
export function kindText({ known, t }: Pick<Texts, "known" | "t">, task: KindOfTask): string {
  const kind = KINDS.find((code) => code === task.summary.code);
  if (kind !== undefined) return t(`inbox.kind.${kind}`);
  return known("inbox.type.", task.taskType, "inbox.type.OTHER");
}

type KindOfTask = Pick<InboxTask, "summary" | "taskType">;

/** Codes that say more than the type of their task. */
const KINDS = [
  "ADHERENCE_FELL",
  "HELP_NEEDED",
  "OBSTACLES_MET",
  "QUESTIONNAIRE_SKIPPED",
  "TASKS_SKIPPED",
] as const;
