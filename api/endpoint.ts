import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Request, Response } from "express";
import type { z } from "zod";
import type { ProblemCode } from "../contract/problems.ts";
import type { SupportPermission } from "../contract/accounts/support-vocabulary.ts";
import type { Surface } from "../contract/accounts/vocabulary.ts";
import type { QueryExecutor } from "../db/platform/pipeline/pipeline.ts";
import type { Tx } from "../db/platform/transactions/transact.ts";
import type { AboutIds, Acted } from "./about.ts";
import type { Access, Granted } from "./guard/access.ts";
import type { ProviderIdentity } from "./guard/caller.ts";
import type { ApiDeps } from "./api-deps.ts";
import type { Traffic } from "./http/gate/traffic.ts";
import type { JsonFault, JsonPath } from "./http/body/json-scan.ts";
import type { TextAnswer } from "./text-answer.ts";

/** Any endpoint once one of the makers below has checked its types. */
export type Endpoint =
  | ReadEndpoint<Access, unknown, unknown, unknown, unknown>
  | ActEndpoint<Access, unknown, unknown, unknown, unknown>
  | UnmanagedEndpoint<Access, unknown, unknown, unknown, unknown>
  | StreamEndpoint<Access, unknown>;

/** Facts of the HTTP request that an act may need: never logged; hashed or truncated before they are stored. */
export interface RequestFacts {
  /** When its head arrived, by the process's own clock in ms; before its body and any queueing. */
  readonly arrivedMs: number;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** True once the caller has disconnected. */
  readonly isGone: () => boolean;
  /** False once the caller has disconnected, or has waited longer than phones do. */
  readonly isAwaited: () => boolean;
}

/** Parsed input of one request. */
export interface Input<A extends Access, Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The raw body, for the routes that store it. */
  readonly rawBody: string;
  /** JSON faults on routes that tolerate them; the handler judges them. */
  readonly toleratedFaults: readonly JsonFault[];
  readonly granted: Granted[A];
  readonly request: RequestFacts;
  readonly deps: ApiDeps;
}

interface Shared<A extends Access, Params, Query, Body, Answer> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  /** Its `operationId`: the name of the call in an app. */
  readonly name: string;
  /** Its room, set by `endpoints.ts`. */
  readonly room?: string;
  /** One line for the reference page. */
  readonly summary: string;
  /** The rule behind the route, e.g. `docs/rooms/sync.md#flow`. */
  readonly source: string;
  readonly access: A;
  /** A sign-in without an account learns if another sign-in of the same person has one. */
  readonly addsOtherWays?: true;
  /** Admitted surfaces, if they differ from those of the access. */
  readonly surfaces?: readonly Surface[];
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Schema of `data`; an answer that violates it is our bug. */
  readonly answer: z.ZodType<Answer>;
  /** Status on success; 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** Codes in addition to those of every route with this access. */
  readonly refusals?: readonly ProblemCode[];
  /** Format of the body; JSON by default. Fields of a form are texts, each present once. */
  readonly bodyType?: "form";
  /** Body limit in bytes; 64 KB by default (docs/rooms/wire.md#body-limits). */
  readonly bodyLimit?: number;
  /** Open to a user with a pending account deletion, e.g. to cancel it. */
  readonly admitsPendingDeletion?: true;
  /** Part of the fallback that a client has on WEB (docs/rooms/accounts.md#surfaces). */
  readonly admitsClientOnWeb?: true;
  /** Open to an ended session: signing out again returns the first answer. */
  readonly admitsEndedSession?: true;
  /** The act itself records that the session is in use, so that a single write does both. */
  readonly recordsLastSeen?: true;
  /** Open in an archived workspace although it writes: archiving again returns the first answer. */
  readonly admitsArchivedWorkspace?: true;
  /** The permission that a support person needs; for access `support`. */
  readonly permission?: SupportPermission;
  /** Shows raw records: the header `X-Access-Reason` is required, and the act audits it. */
  readonly needsReason?: true;
  /** Its traffic class, if reading or writing does not determine it. */
  readonly traffic?: Traffic;
  /** Counts refusals against the limits of suspicious attempts (docs/rooms/wire.md#failed-attempts). */
  readonly countsFailures?: boolean;
}

/** The input of a prefetch, before the caller is known: the user of the token, and the request. */
export interface Sought<Params, Query> {
  readonly identity: ProviderIdentity;
  readonly params: Params;
  readonly query: Query;
  /** Tags from `If-None-Match`, without their quotes. */
  readonly knownTags: readonly string[];
  readonly deps: ApiDeps;
}

/** Input of a read-only route. */
export interface ReadInput<A extends Access, Params, Query, Body, Found> extends Input<
  A,
  Params,
  Query,
  Body
> {
  readonly em: SqlEntityManager;
  /** The result of `ask`, if the route has it. */
  readonly found: Found;
  readonly knownTags: readonly string[];
  /**
   * Runs the guard again, for a route that kept its caller waiting: access may have ended meanwhile.
   *
   * @throws Refusal what the guard refuses with.
   */
  readonly guardAgain: () => Promise<void>;
  /**
   * Sets when the database was read, for an answer whose `serverTime` an act names later. The answer is then dated by
   * the same clock as the act's comparison (docs/rooms/house.md#time). Take the instant before the first read.
   */
  readonly dateAnswer: (asOf: Date) => void;
}

/** A read-only route: one or two named queries, no transaction. */
export interface ReadEndpoint<
  A extends Access,
  Params,
  Query,
  Body,
  Answer,
  Found = unknown,
> extends Shared<A, Params, Query, Body, Answer> {
  readonly kind: "read";
  /**
   * A read that runs in the guard's pipeline, so that both share one round trip to the database. It filters by the
   * signed-in user. If the guard refuses the caller, its result is discarded.
   */
  ask?(executor: QueryExecutor, sought: Sought<Params, Query>): Promise<Found>;
  /**
   * A standby may answer (docs/rooms/wire.md#read-positions), because the guard decides everything and no act depends
   * on the answer's time. `em` is then one transaction of the standby.
   */
  readonly fromStandby?: true;
  /** Its answers have a tag: a caller who sends a valid one in `If-None-Match` gets 304. */
  readonly tagged?: true;
  handle(input: ReadInput<A, Params, Query, Body, Found>): Promise<Answer | TextAnswer>;
}

interface UnkeyedAct<A extends Access, Params, Query, Body, Answer> extends Shared<
  A,
  Params,
  Query,
  Body,
  Answer
> {
  readonly kind: "act";
  readonly idempotency: "none";
  /** The act writes the workspace it is called in, which is therefore locked for update from the start. */
  readonly changesWorkspace?: true;
  /** Only a person who signed in just now may act; a replay of the same key needs no fresh sign-in. */
  readonly needsFreshSignIn?: true;
  handle(input: Input<A, Params, Query, Body> & { readonly tx: Tx }): Promise<Answer>;
  /**
   * Adds parts to a stored answer that must never be stored, e.g. the link of an invitation. Applied to first answers
   * and replays alike.
   */
  reveal?(answer: Answer, deps: ApiDeps): Answer | Promise<Answer>;
  /**
   * Continues if the stored answer is only a beginning, with its own transactions, and answers in
   * its place. The status is the route's, or 202 while something is left. Applied to first answers and replays alike.
   */
  follow?(begun: Answer, input: Input<A, Params, Query, Body>): Promise<Followed<Answer>>;
}

/** The result of an act that continues after its answer was stored. */
export interface Followed<Answer> {
  readonly isDone: boolean;
  readonly answer: Answer;
}

interface KeyedAct<A extends Access, Params, Query, Body, Answer> extends Omit<
  UnkeyedAct<A, Params, Query, Body, Answer>,
  "idempotency"
> {
  readonly idempotency: "key";
  /** The people that the stored answer is about, apart from its caller (`api/about.ts`). */
  about(
    acted: Acted<NoInfer<Params>, NoInfer<Body>, NoInfer<Answer>>,
  ): AboutIds | Promise<AboutIds>;
}

/**
 * A route that runs one act. The endpoint opens the transaction. With `idempotency: 'key'` it claims the
 * `Idempotency-Key` first, stores the answer in the same transaction and replays it afterwards.
 */
export type ActEndpoint<A extends Access, Params, Query, Body, Answer> =
  | KeyedAct<A, Params, Query, Body, Answer>
  | UnkeyedAct<A, Params, Query, Body, Answer>;

/** A route whose act manages its own transactions: admission of a batch. */
export interface UnmanagedEndpoint<A extends Access, Params, Query, Body, Answer> extends Shared<
  A,
  Params,
  Query,
  Body,
  Answer
> {
  readonly kind: "unmanaged";
  /**
   * Schema of a body that the handler parses itself, after earlier checks. `input.body` is then the raw JSON value,
   * which the handler parses with `parseOrRefuse` of `api/http/parse-or-refuse.ts`. Declared instead of `body`, for
   * the OpenAPI document.
   */
  readonly unparsedBody?: z.ZodType;
  /** Path below which faults are passed to the handler, one per place, instead of refusing the request. */
  readonly toleratesJsonFaultsUnder?: JsonPath;
  handle(input: Input<A, Params, Query, Body>): Promise<Answer>;
}

/** Input of a route that reads and writes the bytes itself. */
export interface StreamInput<A extends Access, Params> extends Input<A, Params, unknown, unknown> {
  readonly req: Request;
  readonly res: Response;
}

/**
 * A route with its own protocol of headers and bytes: resumable uploads. Guard, refusals and OpenAPI entry are those
 * of all routes; its answers are its own.
 */
export interface StreamEndpoint<A extends Access, Params> extends Omit<
  Shared<A, Params, unknown, unknown, unknown>,
  "answer" | "body" | "bodyType"
> {
  readonly kind: "stream";
  readonly body?: never;
  readonly bodyType?: never;
  /** Content type of its body, if it has one. */
  readonly bodyContentType?: string;
  /** Headers of the protocol, for the OpenAPI document. */
  readonly requestHeaders?: z.ZodType;
  readonly answerHeaders: z.ZodType;
  /** Content types of its answer, if it has any. */
  readonly answerContentTypes?: readonly string[];
  /** Schema of its answer, if it is JSON. */
  readonly answerBody?: z.ZodType;
  /** Further answers that are neither success nor refusal, by status. */
  readonly furtherAnswers?: Readonly<Record<number, FurtherAnswer>>;
  handle(input: StreamInput<A, Params>): Promise<void>;
}

/** An answer that is neither the success nor a refusal. */
export interface FurtherAnswer {
  readonly description: string;
  /** Headers that it shares with the success; all of them by default. */
  readonly headers?: readonly string[];
}

/** Declares a route that only reads. */
export function read<A extends Access, Params, Query, Body, Answer, Found = unknown>(
  endpoint: Omit<ReadEndpoint<A, Params, Query, Body, Answer, Found>, "kind">,
): Endpoint {
  return { kind: "read", ...endpoint };
}

/** Declares a route that runs one act. */
export function act<A extends Access, Params, Query, Body, Answer>(
  endpoint:
    | Omit<KeyedAct<A, Params, Query, Body, Answer>, "kind">
    | Omit<UnkeyedAct<A, Params, Query, Body, Answer>, "kind">,
): Endpoint {
  return { kind: "act", ...endpoint };
}

/** Declares a route whose act manages its own transactions. */
export function unmanaged<A extends Access, Params, Query, Body, Answer>(
  endpoint: Omit<UnmanagedEndpoint<A, Params, Query, Body, Answer>, "kind">,
): Endpoint {
  return { kind: "unmanaged", ...endpoint };
}

/** Declares a route with its own protocol. */
export function stream<A extends Access, Params>(
  endpoint: Omit<StreamEndpoint<A, Params>, "kind">,
): Endpoint {
  return { kind: "stream", ...endpoint };
}
