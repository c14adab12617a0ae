/** The open tasks of the inbox that review a submission of the client, by the submission. */
export function reviewTasks(tasks: readonly RoutedTask[]): ReadonlyMap<string, string> {
  return new Map(
    tasks.flatMap(({ taskId, status, route }) => {
      const submissionId = SUBMISSION_ROUTE.exec(route ?? "")?.[1];
      return OPEN.has(status) && submissionId !== undefined ? [[submissionId, taskId]] : [];
    }),
  );
}

interface RoutedTask {
  readonly taskId: string;
  readonly status: string;
  /** Address of the subject; null for a subject that the reader may not open. */
  readonly route: string | null;
}

const SUBMISSION_ROUTE = /\/form-submissions\/([0-9a-f-]{36})$/;
const OPEN: ReadonlySet<string> = new Set(["OPEN", "IN_PROGRESS"]);
