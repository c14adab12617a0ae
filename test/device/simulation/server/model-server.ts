import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import type { Surface } from "../../../../device/types.ts";
import type { HttpAnswer, HttpRequest } from "../../../../device/ports/http.ts";
import type { Tokens } from "../../../../device/ports/sign-in.ts";
import type { PersonName, Relationship, Stored } from "./types.ts";
import type { Witness } from "./witness.ts";

/** A model of the server. */
export interface ModelServer {
  stored: Stored;
  /** Whether the persons are clients or coaches. */
  readonly surface: Surface;
  /** Grows with each restore. */
  epoch: number;
  readonly suspended: Set<PersonName>;
  /** Operations that the server names as malformed. */
  readonly unreadable: Set<string>;
  /** Operations at which the server fails. */
  readonly crashing: Set<string>;
  /** Operations that get a provisional answer, and how often. */
  readonly provisional: Map<string, { readonly code: VerdictCode; left: number }>;
  /** Record of events, for the laws. */
  readonly witness: Witness;
  readonly uuid: () => string;
  now(): Date;
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** The person of an access token; null if it ended or expired. */
  personOf(token: string): PersonName | null;
  signIn(person: PersonName): Tokens;
  renew(refreshToken: string): Tokens | "LOST";
  endSession(session: string): void;
  /** Ends a person's sessions remotely and revokes their devices. */
  endSessions(person: PersonName): void;
  revokeDevices(person: PersonName): void;
  /** The relationship that has not ended; the first one of a coach. */
  relationshipOf(person: PersonName): Relationship | undefined;
  relationshipsOf(person: PersonName): readonly Relationship[];
  begin(person: PersonName): void;
  end(person: PersonName): void;
  /** Another phone of the person acts on a task, or on a row of the inbox. */
  actElsewhere(person: PersonName, act: { readonly nth: number; readonly isSkip: boolean }): void;
  backUp(): void;
  /** Replaces everything stored by the backup, with a new epoch. */
  restore(): void;
}

/** The person who asks, and their session. */
export interface Caller {
  readonly server: ModelServer;
  readonly person: PersonName;
  readonly session: string;
}
