/** Clients who have yet to answer first, the earliest due before the others; then those who answered, newest first. */
export function waitingFirst<Client extends HavingForm>(
  clients: readonly Client[],
): readonly Client[] {
  return clients.toSorted((one, other) => {
    const [first, second] = [isWaiting(one), isWaiting(other)];
    if (first !== second) return first ? -1 : 1;
    return first ? dueMs(one) - dueMs(other) : submittedMs(other) - submittedMs(one);
  });
}

/** The state of a client's form. */
export interface HavingForm {
  readonly status: string;
  readonly dueAt: string | null;
  readonly submittedAt: string | null;
}

/** The client has yet to submit the form. */
export const isWaiting = ({ status }: HavingForm): boolean => status !== "SUBMITTED";

/** A form without a due time comes after those that have one. */
const dueMs = ({ dueAt }: HavingForm) =>
  dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt);
const submittedMs = ({ submittedAt }: HavingForm) =>
  submittedAt === null ? 0 : Date.parse(submittedAt);
