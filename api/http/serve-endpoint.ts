import type { Request, Response } from "express";
import type { QueryExecutor } from "../../db/platform/pipeline/pipeline.ts";
import { READ_POSITION_HEADER, UNKNOWN_POSITION } from "../../contract/read-position.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import type { Acted } from "../about.ts";
import { authorize } from "../guard/authorize.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { Access, Granted } from "../guard/access.ts";
import type { ProviderIdentity } from "../guard/caller.ts";
import type { ActEndpoint, Endpoint, Input } from "../endpoint.ts";
import { lockGrant } from "../guard/lock-grant.ts";
import { requireFreshSignIn } from "../guard/require-fresh-sign-in.ts";
import { type KeyedAnswer, keyedRequestOf, oncePerKey } from "../once-per-key.ts";
import { identityKey, principalOf, machineKey } from "../guard/principal-of.ts";
import type { Serve } from "./gate/gate.ts";
import { GateRejection } from "./gate/gate-rejection.ts";
import { countDroppedOfQuery } from "./count-dropped.ts";
import type { Limits } from "./limits.ts";
import { knownTags } from "./matches-tag.ts";
import { answerOf } from "./answers/answer-of.ts";
import { parseAddress, parseRequest } from "./parse-request.ts";
import { type BodyRule, readBody } from "./body/read-body.ts";
import { rememberAttempt } from "../guard/remember-attempt.ts";
import { requestFacts } from "./request-facts.ts";
import { runRead } from "./answers/run-read.ts";
import type { Reply, Served } from "./answers/served.ts";
import { serveStream } from "./serve-stream.ts";
import { isOfConsole, standbyRequest } from "./standby/standby-request.ts";

/**
 * Serves a route in this order: guard, input, limits, act or query, answer. Every refusal is thrown, and rendered in
 * one place.
 */
export function serveEndpoint(deps: ApiDeps, limits: Limits, endpoint: Endpoint): Serve {
  return endpoint.kind === "stream"
    ? serveStream(deps, endpoint)
    : serveJson(deps, limits, endpoint);
}

type AnyInput = Input<Access, unknown, unknown, unknown>;
type AnyAct = ActEndpoint<Access, unknown, unknown, unknown, unknown>;

/** Status of an act that has work left. */
const GOES_ON = 202;

/** One in this many forwarded answers is validated against its schema. */
const PROVED_EVERY = 1_000;

/** A route with a JSON body and answer. */
type JsonEndpoint = Exclude<Endpoint, { readonly kind: "stream" }>;

function serveJson(deps: ApiDeps, limits: Limits, endpoint: JsonEndpoint): Serve {
  let passedCount = 0;
  const isProved = () => passedCount++ % PROVED_EVERY === 0;
  return async (req, res, slot) => {
    const request = requestFacts(req, res);
    const { requestId } = request;
    if (endpoint.access === "anonymous")
      await limits.admitAnonymous(request.address, endpoint.path);
    const asking = prefetch(deps, endpoint, req);
    const standby = standbyRequest(deps, endpoint, req);
    const visit = { ...asking.visit, ...standby?.visit };
    const granted = await authorize({ deps, endpoint, req, requestId, ...visit });
    const reservation = deps.bodies.open(principalOf(granted, request, deps).key);
    try {
      const rule = { ...bodyRule(deps, endpoint), reservation };
      const json = await slot.receive(() => readBody(req, rule));
      await slot.resume();
      if (!request.isAwaited()) throw new GateRejection("gone", 1);
      const { knownTags: tags, found, address } = asking;
      const { idempotencyKey, ...parsed } = parseRequest(endpoint, req, { json, address });
      countDroppedOfQuery(deps.metrics, req.originalUrl, parsed.query);
      const { text: rawBody, toleratedFaults } = json;
      const input = { ...parsed, rawBody, toleratedFaults, granted, request, deps };
      const sentBody = json.value;
      const guardAgain = async () =>
        void (await authorize({ deps, endpoint, req, requestId: request.requestId }));
      const keyed = { idempotencyKey, sentBody };
      const facts = { found: found(), knownTags: tags, guardAgain, isProved, standby };
      const served = { input, ...keyed, ...facts };
      const answer = await rememberAttempt(endpoint, input, () =>
        limits.attempt(endpoint, input, () => run(endpoint, served)),
      );
      if (deps.isStopping()) res.setHeader("Connection", "close");
      const position = await positionOf(input, answer);
      if (position !== null) res.setHeader(READ_POSITION_HEADER, position);
      sendAnswer(res, request.requestId, answer);
    } finally {
      reservation.release();
    }
  };
}

/** A read's prefetch in the guard's pipeline, if path and query are valid, and its result. */
function prefetch(deps: ApiDeps, endpoint: JsonEndpoint, req: Request) {
  let prefetched: unknown;
  const tags = endpoint.kind === "read" ? knownTags(req) : [];
  const asking = { knownTags: tags, found: () => prefetched };
  if (endpoint.kind !== "read" || endpoint.ask === undefined)
    return { ...asking, address: null, visit: {} };
  const address = parseAddress(endpoint, req);
  if (address === null) return { ...asking, address, visit: {} };
  const load = async (executor: QueryExecutor, identity: ProviderIdentity) => {
    prefetched = await endpoint.ask?.(executor, { identity, ...address, knownTags: tags, deps });
  };
  return { ...asking, address, visit: { prefetch: load } };
}

/**
 * The position that an answer to the console carries: the standby's, or that of the primary after the read or commit.
 * Null for apps, and if there is no standby.
 */
async function positionOf({ deps, granted }: AnyInput, { position }: Reply) {
  if (deps.standby === null || !isOfConsole(granted)) return null;
  const known = position === undefined ? await deps.standby.primaryPosition() : position;
  return known ?? UNKNOWN_POSITION;
}

function bodyRule({ timeouts }: ApiDeps, endpoint: JsonEndpoint): Omit<BodyRule, "reservation"> {
  const { bodyLimit, bodyType } = endpoint;
  const rule = { bodyLimit, bodyType, timeoutMs: timeouts.bodyMs };
  return endpoint.kind === "unmanaged"
    ? { ...rule, toleratesJsonFaultsUnder: endpoint.toleratesJsonFaultsUnder }
    : rule;
}

async function run(endpoint: JsonEndpoint, served: Served): Promise<Reply> {
  const { input } = served;
  switch (endpoint.kind) {
    case "read":
      return await runRead(endpoint, served);
    case "unmanaged":
      return answerOf(endpoint, await endpoint.handle(input));
    case "act":
      return runAct(endpoint, served);
  }
}

async function runAct(endpoint: AnyAct, served: Served): Promise<KeyedAnswer> {
  const { input } = served;
  const { deps } = input;
  const request = keyedRequest(endpoint, served);
  const result = await transact(deps.database.em, async (tx) => {
    const act = async () => {
      await lockGrant(tx, endpoint, input.granted);
      if (endpoint.needsFreshSignIn === true) requireFreshSignIn(input.granted);
      const answer = await endpoint.handle({ ...input, tx });
      return {
        ...answerOf(endpoint, answer),
        about: await aboutOf(endpoint, { ...input, tx, answer }),
      };
    };
    return request === null ? act() : oncePerKey(tx, request, act);
  });
  if (endpoint.follow !== undefined) {
    const { isDone, answer } = await endpoint.follow(JSON.parse(result.answer), input);
    const { replayed } = result;
    const followed = answerOf(endpoint, answer);
    return { ...followed, replayed, status: isDone ? followed.status : GOES_ON };
  }
  if (endpoint.reveal === undefined) return result;
  const revealed = await endpoint.reveal(JSON.parse(result.answer), deps);
  return { ...result, answer: JSON.stringify(revealed) };
}

/** The people that the answer is about; without a key nothing is stored. */
function aboutOf(endpoint: AnyAct, acted: Acted<unknown, unknown, unknown>) {
  return endpoint.idempotency === "key" ? endpoint.about(acted) : [];
}

function keyedRequest(endpoint: AnyAct, { input, idempotencyKey, sentBody }: Served) {
  if (idempotencyKey === null) return null;
  const { method } = endpoint;
  const caller = callerKey(input.granted, input.deps);
  const scope = { caller, method, route: resourceOf(endpoint, input), key: idempotencyKey };
  return keyedRequestOf(scope, { query: input.query, body: sentBody });
}

/** The path with its parsed parameters: a key is bound to the resource, not to the spelling of its id. */
function resourceOf({ path }: AnyAct, { params }: AnyInput): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
}

/** A repeated registration comes from somebody who has a user by then: its key stays bound to the identity. */
function callerKey(granted: Granted[Access], deps: ApiDeps): string {
  if ("identity" in granted) return identityKey(deps, granted.identity);
  if ("caller" in granted) return granted.caller.userId;
  if ("machine" in granted) return machineKey(granted.machine);
  throw new Error("An anonymous route cannot take an Idempotency-Key");
}

/** Only the caller may cache it, and must revalidate: an unchanged answer costs few bytes. */
const CACHING = "private, no-cache";

function sendAnswer(res: Response, requestId: string, reply: Reply): void {
  const { status, answer, replayed, tag = null, asOf } = reply;
  if (tag !== null) res.setHeader("ETag", tag).setHeader("Cache-Control", CACHING);
  if (status === 304) {
    res.status(status).end();
    return;
  }
  const meta = JSON.stringify({ requestId, serverTime: (asOf ?? new Date()).toISOString() });
  if (replayed) res.setHeader("Idempotency-Replayed", "true");
  res.status(status).setHeader("Content-Type", "application/json; charset=utf-8");
  res.end(`{"data":${answer},"meta":${meta}}`);
}
