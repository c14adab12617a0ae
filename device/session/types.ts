import type { Answer } from "../lanes/classify-answer.ts";
import type { HttpRequest } from "../ports/http.ts";
import type { Tokens } from "../ports/sign-in.ts";

/** The session of the person and the registration of this installation. */
export interface Session {
  /** Stores the tokens of a completed sign-in and drops a running renewal. */
  signIn(tokens: Tokens): Promise<void>;
  /** Removes the tokens, as in a sign-out. Device secrets stay until their purge orders are carried out. */
  signOut(): Promise<void>;
  state(): Promise<SessionState>;
  /**
   * Sends an authorized request and returns its outcome. It renews the access token before it expires, and once after a
   * 401. It never throws because of the network.
   */
  call(request: Call): Promise<Answer>;
  /** The access token, for requests whose answers are not in the server's own format; null without a session. */
  token(): Promise<string | null>;
  /** Number of calls that the server itself has answered, with any status. */
  answered(): number;
  /** The registered device; null before the first registration. */
  deviceId(): Promise<string | null>;
  /**
   * Registers this installation, or registers it again. Concurrent calls share one registration. A registration whose
   * answer was lost is retried with its key. The queue keeps all operation ids.
   *
   * @param refused the device that the server refused. If another call has registered since, nothing happens.
   */
  register(refused?: string): Promise<Registration>;
}

/** NEEDED: the session is over, and the person must sign in; NONE: nobody has signed in yet. */
export type SessionState = "SIGNED_IN" | "NEEDED" | "NONE";

/** An authorized request. */
export interface Call {
  readonly method: HttpRequest["method"];
  /** Path and query below the server's address. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Idempotency key, stored by the caller before the first attempt if the request needs one. */
  readonly idempotencyKey?: string;
  /** The scope that the call needs: if it is out of reach, a purge order may say why. */
  readonly scopeId?: string;
  /** Milliseconds without an answer after which the connection counts as lost; 8 seconds unless given. */
  readonly silenceMs?: number;
}

/** Outcome of a registration. */
export type Registration =
  | {
      readonly kind: "REGISTERED";
      readonly deviceId: string;
      /** Whether the answer contained purge orders, which are stored. */
      readonly hasOrders: boolean;
    }
  | { readonly kind: "FAILED"; readonly answer: Exclude<Answer, { kind: "ANSWER" }> };
