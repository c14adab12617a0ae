import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Request, Response } from "express";
import type { z } from "zod";
import type { ProblemCode } from "../contract/problem.ts";
import type { SupportPermission } from "../contract/accounts/support-vocabulary.ts";
import type { Surface } from "../contract/accounts/vocabulary.ts";
import type { QueryExecutor } from "../db/pipeline.ts";
import type { Tx } from "../db/transact.ts";
import type { AboutIds, Acted } from "./about.ts";
import type { Access, Granted } from "./guard/access.ts";
import type { ProviderIdentity } from "./guard/caller.ts";
import type { ApiDeps } from "./deps.ts";
import type { Traffic } from "./http/gate/traffic.ts";
import type { JsonFault, JsonPath } from "./http/body/json-scan.ts";
import type { TextAnswer } from "./text-answer.ts";

/** Facts of the HTTP request an act may need: never logged, hashed or halved before they are stored. */
export interface RequestFacts {
  /** When its head was here, by the process's own clock in ms: its body and its turn came later. */
  readonly arrivedMs: number;
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  /** True once the caller is gone. */
  readonly isGone: () => boolean;
  /** False once the caller is gone, or has waited longer than phones do. */
  readonly isAwaited: () => boolean;
}

/** Parsed input of one request. */
export interface Input<A extends Access, Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, for the routes that keep it. */
  readonly rawBody: string;
  /** Faults of the JSON where the route tolerates them; the handler judges them. */
  readonly toleratedFaults: readonly JsonFault[];
  readonly granted: Granted[A];
  readonly request: RequestFacts;
  readonly deps: ApiDeps;
}

interface Shared<A extends Access, Params, Query, Body, Answer> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";
  /** Path with `{name}` parameters, as in OpenAPI. */
  readonly path: string;
  /** Its `operationId`: what the call is named in an app. */
  readonly name: string;
  /** The room it stands in, where `endpoints.ts` has put it. */
  readonly room?: string;
  /** One line for the reference page. */
  readonly summary: string;
  /** The rule the route comes from, e.g. `docs/rooms/sync.md#flow`. */
  readonly source: string;
  readonly access: A;
  /** A sign-in without an account is told when another sign-in of the same person has one. */
  readonly tellsOtherWays?: true;
  /** Surfaces admitted, where they are not those of the access. */
  readonly surfaces?: readonly Surface[];
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Schema of `data`; an answer outside it is our bug. */
  readonly answer: z.ZodType<Answer>;
  /** Status on success; 200 unless told. */
  readonly status?: 200 | 201 | 204;
  /** Codes beyond those every route of its access can give. */
  readonly refusals?: readonly ProblemCode[];
  /** What the body is written in; JSON unless told. A form's fields are texts, each there once. */
  readonly bodyType?: "form";
  /** Body limit in bytes; 64 KB unless told (docs/rooms/wire.md#body-limits). */
  readonly bodyLimit?: number;
  /** Open to a user whose account is about to be deleted; cancelling that deletion is. */
  readonly admitsPendingDeletion?: true;
  /** Of the fallback that a client has on WEB (docs/rooms/accounts.md#surfaces). */
  readonly admitsClientOnWeb?: true;
  /** Open to a session that was ended: signing out again answers what the first time did. */
  readonly admitsEndedSession?: true;
  /** The act notes itself that the session is in use, so that one write does. */
  readonly recordsLastSeen?: true;
  /** Open in an archived workspace although it acts: archiving again answers what the first time did. */
  readonly admitsArchivedWorkspace?: true;
  /** What a support person has to be let to do; for access `support`. */
  readonly permission?: SupportPermission;
  /** Shows raw records: the header `X-Access-Reason` says why, and the act audits it. */
  readonly needsReason?: true;
  /** What it asks of the process, where that is not told by whether it reads. */
  readonly traffic?: Traffic;
  /** Counts refusals against the limits of suspicious attempts (docs/rooms/wire.md#failed-attempts). */
  readonly countsFailures?: boolean;
}

/** What a read asks by before its caller is known: the person whom the token signs in, and what was sent. */
export interface Sought<Params, Query> {
  readonly identity: ProviderIdentity;
  readonly params: Params;
  readonly query: Query;
  /** Tags that the caller names in `If-None-Match`, without their quotes. */
  readonly heldTags: readonly string[];
  readonly deps: ApiDeps;
}

/** Input of a route that only reads. */
export interface ReadInput<A extends Access, Params, Query, Body, Found> extends Input<
  A,
  Params,
  Query,
  Body
> {
  readonly em: SqlEntityManager;
  /** What `ask` found, where the route has it. */
  readonly found: Found;
  readonly heldTags: readonly string[];
  /**
   * Asks the guard again, for a route that kept its caller waiting: what was granted then may have ended.
   *
   * @throws Refusal what the guard refuses with.
   */
  readonly guardAgain: () => Promise<void>;
  /**
   * Says as of when the database was read, for an answer whose `serverTime` an act names: it is dated by the clock
   * that dates what the act is compared with (docs/rooms/house.md#time). Take the instant before the first read.
   */
  readonly dateAnswer: (asOf: Date) => void;
}

/** A route that only reads: one or two named queries, no transaction. */
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
   * Asks in the guard's flight, so that guard and answer take one way to the database: by the sign-in alone, for
   * nothing that is not its own. What it finds is shown to nobody whom the guard does not let in.
   */
  ask?(executor: QueryExecutor, sought: Sought<Params, Query>): Promise<Found>;
  /** Its answers go by a tag: who names it in `If-None-Match` is told where it holds still. */
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
  /** The act writes the workspace it is called in: that is locked so from the start. */
  readonly changesWorkspace?: true;
  handle(input: Input<A, Params, Query, Body> & { readonly tx: Tx }): Promise<Answer>;
  /**
   * Adds to a stored answer what must never be stored, e.g. the link of an invitation. Applied to
   * first answers and replays alike.
   */
  reveal?(answer: Answer, deps: ApiDeps): Answer | Promise<Answer>;
  /**
   * Goes on where the stored answer is only a beginning, by transactions of its own, and answers in its place: with the
   * status of the route, or 202 while something is left. Of first answers and replays alike.
   */
  follow?(begun: Answer, input: Input<A, Params, Query, Body>): Promise<Followed<Answer>>;
}

/** What an act came to that goes on after its answer was stored. */
export interface Followed<Answer> {
  readonly isDone: boolean;
  readonly answer: Answer;
}

interface KeyedAct<A extends Access, Params, Query, Body, Answer> extends Omit<
  UnkeyedAct<A, Params, Query, Body, Answer>,
  "idempotency"
> {
  readonly idempotency: "key";
  /** Whom the stored answer is about, besides its caller (`api/about.ts`). */
  about(
    acted: Acted<NoInfer<Params>, NoInfer<Body>, NoInfer<Answer>>,
  ): AboutIds | Promise<AboutIds>;
}

/**
 * A route that runs one act. The endpoint opens the transaction; with `idempotency: 'key'` it claims
 * the `Idempotency-Key` first, stores the answer beside the fact and replays it afterwards.
 */
export type ActEndpoint<A extends Access, Params, Query, Body, Answer> =
  | KeyedAct<A, Params, Query, Body, Answer>
  | UnkeyedAct<A, Params, Query, Body, Answer>;

/** A route whose act rules its own transactions: admission of a batch. */
export interface UnmanagedEndpoint<A extends Access, Params, Query, Body, Answer> extends Shared<
  A,
  Params,
  Query,
  Body,
  Answer
> {
  readonly kind: "unmanaged";
  /**
   * Schema of a body that the handler parses itself, after checks that come first: `input.body` is
   * then the JSON value as it came, and `parseOrRefuse` of `api/http/parse-or-refuse.ts` refuses it.
   * Declared instead of `body`; here it is for the OpenAPI document.
   */
  readonly unparsedBody?: z.ZodType;
  /** Path below which faults go to the handler, one a place, instead of refusing the request. */
  readonly toleratesJsonFaultsUnder?: JsonPath;
  handle(input: Input<A, Params, Query, Body>): Promise<Answer>;
}

/** Input of a route that reads and writes the bytes itself. */
export interface StreamInput<A extends Access, Params> extends Input<A, Params, unknown, unknown> {
  readonly req: Request;
  readonly res: Response;
}

/**
 * A route that speaks a protocol of its own in headers and bytes: resumable uploads. Its guard, its
 * refusals and its place in the OpenAPI document are those of all routes; what it answers is its own.
 */
export interface StreamEndpoint<A extends Access, Params> extends Omit<
  Shared<A, Params, unknown, unknown, unknown>,
  "answer" | "body" | "bodyType"
> {
  readonly kind: "stream";
  readonly body?: never;
  readonly bodyType?: never;
  /** What its bytes are, where it takes any. */
  readonly bodyContentType?: string;
  /** Headers of the protocol, for the OpenAPI document. */
  readonly requestHeaders?: z.ZodType;
  readonly answerHeaders: z.ZodType;
  /** What the bytes of its answer may be, where it has any. */
  readonly answerContentTypes?: readonly string[];
  /** What its bytes say, where they are JSON of a form that is told. */
  readonly answerBody?: z.ZodType;
  /** Other answers than its success that are no refusals, by status. */
  readonly furtherAnswers?: Readonly<Record<number, FurtherAnswer>>;
  handle(input: StreamInput<A, Params>): Promise<void>;
}

/** An answer that is neither the success nor a refusal. */
export interface FurtherAnswer {
  readonly description: string;
  /** Which of the success's headers it has; all of them unless told. */
  readonly headers?: readonly string[];
}

/** Any endpoint once one of the makers below has checked its types. */
export type Endpoint =
  | ReadEndpoint<Access, unknown, unknown, unknown, unknown>
  | ActEndpoint<Access, unknown, unknown, unknown, unknown>
  | UnmanagedEndpoint<Access, unknown, unknown, unknown, unknown>
  | StreamEndpoint<Access, unknown>;

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

/** Declares a route whose act rules its own transactions. */
export function unmanaged<A extends Access, Params, Query, Body, Answer>(
  endpoint: Omit<UnmanagedEndpoint<A, Params, Query, Body, Answer>, "kind">,
): Endpoint {
  return { kind: "unmanaged", ...endpoint };
}

/** Declares a route that speaks a protocol of its own. */
export function stream<A extends Access, Params>(
  endpoint: Omit<StreamEndpoint<A, Params>, "kind">,
): Endpoint {
  return { kind: "stream", ...endpoint };
}
