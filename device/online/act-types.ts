import type { JsonObject } from "../json.ts";
import type { Statement } from "../ports/sql.ts";
import type { Call, Session } from "../session/types.ts";
import type { OnlineOutcome, OnlineWait } from "./types.ts";

/** A final outcome. */
export type OnlineAnswer = Exclude<OnlineOutcome, { readonly kind: "OPEN" }>;

/** An act to perform. */
export interface NewAct {
  /** Its id and `Idempotency-Key`: 1 to 100 visible ASCII characters. */
  readonly actId: string;
  /** Null for an act of the whole device, which its part repeats. */
  readonly scopeId: string | null;
  /** Names the effect of its answer (`online-effects.ts`), if it has one. */
  readonly actType: string;
  /** The object of the act. Only one act of a type is open on one object at a time. */
  readonly objectId: string;
  readonly method: Call["method"];
  readonly path: string;
  readonly body: JsonObject;
  /** Members of the body that a repetition may change, such as its instant. Another value of one is no other act. */
  readonly incidental?: readonly string[];
  /** Whether the body names the device (`deviceId`): the present one is put in with each try. */
  readonly namesDevice?: boolean;
  /** Revision of the object that the person saw; a check before a try may compare it (`online-checks.ts`). */
  readonly seenRevision?: number;
  /** Members of the body that no store may hold, such as a token. They stay in the vault until the answer arrives. */
  readonly secret?: Readonly<Record<string, string>>;
  /** Open acts of its type that it replaces: those on its object, or all. If absent, an open one is tried first. */
  readonly replaces?: "OBJECT" | "TYPE";
  /** Statements of the transaction that stores the act. If one of them fails, nothing is stored. */
  readonly also?: readonly Statement[];
}

/** The part of a session that an act needs. */
export type ActSession = Pick<Session, "call" | "deviceId" | "register">;

/** Selects the acts to list. */
export interface ActFilter {
  readonly scopeId: string | null;
  readonly actType: string;
  /** All objects unless given. */
  readonly objectId?: string;
}

/** A stored act. */
export interface ListedAct {
  readonly actId: string;
  readonly objectId: string;
  readonly createdAt: number;
  /** Whether the server may have received it. */
  readonly isSent: boolean;
  readonly outcome: OnlineOutcome;
}

/** The row of an act. */
export interface ActRow {
  readonly actId: string;
  readonly scopeId: string | null;
  readonly actType: string;
  readonly objectId: string;
  readonly status: ActStatus;
  readonly waitsFor: OnlineWait;
  readonly retries: number;
  readonly retryAt: number | null;
  /** When it may first have reached the server; null if it did not. */
  readonly sentAt: number | null;
  readonly createdAt: number;
  /** The sealed request; null once it is answered. */
  readonly body: Uint8Array | null;
  /** The sealed answer. */
  readonly answer: Uint8Array | null;
}

/** OPEN: without an answer. UNREADABLE: without an answer, and its key is gone. */
export const ACT_STATUSES = ["OPEN", "DONE", "REFUSED", "UNREADABLE"] as const;
export type ActStatus = (typeof ACT_STATUSES)[number];
