/** Forms that wait for the client first, then the submitted ones, the newest before the older. */
export function newestFirst<Form extends DatedForm>(forms: readonly Form[]): readonly Form[] {
  const rank = ({ status }: Form) => (OPEN.has(status) ? 0 : 1);
  return forms.toSorted((one, other) => {
    const byState = rank(one) - rank(other);
    return byState === 0 ? Date.parse(dateOf(other)) - Date.parse(dateOf(one)) : byState;
  });
}

interface DatedForm {
  readonly status: string;
  readonly submittedAt: string | null;
  readonly assignedAt: string;
}

/** The states of a form that waits for the client. */
export const OPEN: ReadonlySet<string> = new Set(["ASSIGNED", "IN_PROGRESS"]);

const dateOf = ({ submittedAt, assignedAt }: DatedForm): string => submittedAt ?? assignedAt;
