import type { Answer } from "../../lanes/classify-answer.ts";

/** The clients whom a coach may reach, as the server lists them. */
export interface Roster {
  readonly coachUserId: string;
  /** Zone of the coach's account, which decides when tomorrow morning is. */
  readonly coachTimezone: string;
  /** The coach's own workspace comes first. */
  readonly workspaces: readonly RosterWorkspace[];
  readonly clients: readonly RosterClient[];
  /** When its last answer arrived (milliseconds since 1970). */
  readonly readAt: number;
}

/** A workspace in which the person is a coach. */
export interface RosterWorkspace {
  readonly workspaceId: string;
  readonly name: string;
}

/** A client with an open relationship. */
export interface RosterClient {
  readonly relationshipId: string;
  readonly workspaceId: string;
  readonly clientUserId: string;
  readonly displayName: string;
  readonly coachUserId: string;
  readonly status: OpenStatus;
  readonly timezone: string;
  readonly startedAt: string;
}

/** Statuses of a relationship that a coach may reach. */
export const OPEN_STATUSES = ["ONBOARDING", "ACTIVE", "PAUSED"] as const;
type OpenStatus = (typeof OPEN_STATUSES)[number];

/** Sends an authorized read. */
export type Get = (path: string) => Promise<Answer>;
