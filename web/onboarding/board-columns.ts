import { waitingReview } from "./waiting-review.ts";
import type { Invitation, Onboarding } from "./board-query.ts";

/** The columns of the board with their cards, from the invitation to the completed questionnaire. */
export function boardColumns({ invitations, onboardings, now }: BoardContent): readonly Column[] {
  const shown = onboardings.filter((row) => isRecent(row, now));
  return COLUMNS.map((id) => ({
    id,
    cards:
      id === "INVITED"
        ? invitations.filter(hasContact).toSorted(byUrgency).map(invitationCard)
        : shown.filter((row) => columnOf(row) === id).map(clientCard),
  }));
}

export const COLUMNS = ["INVITED", "READY", "OPENED", "POSTPONED", "COMPLETE"] as const;
export type ColumnId = (typeof COLUMNS)[number];

export interface Column {
  readonly id: ColumnId;
  readonly cards: readonly BoardCard[];
}

/** One person on the board: invited, or already a client. */
export type BoardCard = InvitationCard | ClientCard;

export interface InvitationCard {
  readonly kind: "INVITATION";
  readonly id: string;
  readonly invitation: Invitation;
}

export interface ClientCard {
  readonly kind: "CLIENT";
  readonly id: string;
  readonly row: Onboarding;
}

interface BoardContent {
  readonly invitations: readonly Invitation[];
  readonly onboardings: readonly Onboarding[];
  readonly now: Date;
}

const invitationCard = (invitation: Invitation): BoardCard => ({
  kind: "INVITATION",
  id: invitation.invitationId,
  invitation,
});

const clientCard = (row: Onboarding): BoardCard => ({ kind: "CLIENT", id: row.instanceId, row });

/** A pause leaves a client where their questionnaire is. */
function columnOf({ questionnaire }: Onboarding): ColumnId {
  switch (questionnaire.status) {
    case "READY":
      return "READY";
    case "OPENED":
      return "OPENED";
    case "SKIPPED_FOR_NOW":
      return "POSTPONED";
    default:
      return "COMPLETE";
  }
}

/** Keeps clients in progress, with an open baseline or a review; the others leave the board after thirty days. */
function isRecent(row: Onboarding, now: Date): boolean {
  if (waitingReview(row) !== null) return true;
  if (columnOf(row) !== "COMPLETE" || row.tasks.done < row.tasks.all) return true;
  return row.finishedAt === null || now.getTime() - Date.parse(row.finishedAt) < RECENT_MS;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const RECENT_MS = 30 * DAY_MS;

/** The contact of an old invitation is erased; nobody can send it again. */
const hasContact = ({ contact }: Invitation) => contact.value !== "";

/** Mails that did not arrive come first, then the links that close first. */
const byUrgency = (one: Invitation, other: Invitation) =>
  Number(isUndelivered(other)) - Number(isUndelivered(one)) ||
  one.expiresAt.localeCompare(other.expiresAt);

/** True if the newest mail was refused or given up. */
export const isUndelivered = ({ lastMail }: Invitation): boolean => lastMail?.status === "FAILED";

/** Counts for the head of the page. The median is null without a completed onboarding. */
export function boardFacts(columns: readonly Column[]): BoardFacts {
  const count = (id: ColumnId) => columns.find((column) => column.id === id)?.cards.length ?? 0;
  const days = columns
    .flatMap(({ cards }) => cards)
    .flatMap((card) => (card.kind === "CLIENT" ? daysOf(card.row) : []))
    .toSorted((one, other) => one - other);
  return {
    underWay: count("READY") + count("OPENED") + count("POSTPONED"),
    invited: count("INVITED"),
    complete: count("COMPLETE"),
    medianDays: days[Math.floor(days.length / 2)] ?? null,
  };
}

export interface BoardFacts {
  readonly underWay: number;
  readonly invited: number;
  readonly complete: number;
  readonly medianDays: number | null;
}

/** Days from registration to the completed questionnaire, begun ones included. */
export function daysOf({ questionnaire, startedAt }: Onboarding): number[] {
  const { status, completedAt } = questionnaire;
  if (status !== "COMPLETED" || completedAt === null) return [];
  return [Math.max(1, Math.ceil((Date.parse(completedAt) - Date.parse(startedAt)) / DAY_MS))];
}
