import type { Answer } from "../lanes/classify-answer.ts";
import type { HttpRequest } from "../ports/http.ts";
import type { Tokens } from "../ports/sign-in.ts";

/** The session of the person and the registration of this installation. */
export interface Session {
  /** Keeps the tokens of a completed sign-in; a renewal that runs meanwhile is dropped. */
  signIn(tokens: Tokens): Promise<void>;
  /** Removes the tokens, as at a sign-out. Secrets of devices stay until their purge orders are obeyed. */
  signOut(): Promise<void>;
  state(): Promise<SessionState>;
  /**
   * Sends an authorized request and says what came of it. It renews the access token before it expires, and once
   * after a 401. It never throws for anything that the network does.
   */
  call(request: Call): Promise<Answer>;
  /** Number of calls that the service itself has answered, whatever it said. */
  answered(): number;
  /** The registered device; null before the first registration. */
  deviceId(): Promise<string | null>;
  /**
   * Registers this installation, or registers it again. Calls at the same time share one registration, and a
   * registration whose answer was lost is repeated with its key. The queue keeps all operation ids.
   *
   * @param refused the device that the service refused: if another call has registered since, nothing is done.
   */
  register(refused?: string): Promise<Registration>;
}

/** NEEDED: the session is over, and the person must sign in; NONE: nobody has signed in yet. */
export type SessionState = "SIGNED_IN" | "NEEDED" | "NONE";

/** An authorized request. */
export interface Call {
  readonly method: HttpRequest["method"];
  /** Path and query below the service's address. */
  readonly path: string;
  /** A text of JSON. */
  readonly body?: string;
  /** Stored by the caller before the first try, if the act needs one. */
  readonly idempotencyKey?: string;
  /** Milliseconds without an answer after which the connection counts as lost; 8 seconds unless given. */
  readonly silenceMs?: number;
}

/** Outcome of a registration. */
export type Registration =
  | {
      readonly kind: "REGISTERED";
      readonly deviceId: string;
      /** Whether purge orders came along, which are stored. */
      readonly hasOrders: boolean;
    }
  | { readonly kind: "FAILED"; readonly answer: Exclude<Answer, { kind: "ANSWER" }> };
