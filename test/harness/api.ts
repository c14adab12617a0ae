import { createHash } from "node:crypto";
import type { Server } from "node:http";
import type { ApiDeps } from "../../api/api-deps.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints as allEndpoints } from "../../api/endpoints.ts";
import { concurrencyLimitsOf } from "../../api/http/gate/concurrency-limits.ts";
import type { ClientQuota, ClientQuotas } from "../../api/http/gate/client-quota.ts";
import type { DependencyCheck } from "../../api/http/open-readiness.ts";
import { UNDECLARED } from "../../api/guard/remember-attempt.ts";
import { noOutsideLinks } from "../../api/pages/outside-links.ts";
import { openServer } from "../../api/http/open-server.ts";
import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import { LEGAL_VERSIONS } from "../../contract/accounts/vocabulary.ts";
import { type ApiOptions, openApi } from "../../workers/open-api.ts";
import { openLog } from "../../workers/open-log.ts";
import { getTestPart, newTestFolder } from "./context.ts";
import { type TestDatabase, useOwnDatabase } from "./database.ts";
import { sendRequest } from "./send-request.ts";
import { TEST_AUDIENCE, TEST_CLIENTS, TEST_MACHINES } from "./test-clients.ts";
import { TEST_PROVIDERS } from "./test-providers.ts";

/** Options of the API that a test starts. */
export interface TestApiOptions {
  /** Routes to serve; by default those of the product. */
  readonly endpoints?: readonly Endpoint[];
  /** The database to use; by default a fresh one. */
  readonly database?: TestDatabase;
  /** Address of a standby for reads of coaches; by default none. */
  readonly readUrl?: string;
  /** The port to listen on, for tests that must know it in advance; by default a free one. */
  readonly port?: number;
  /** The issuer to trust; by default the harness's. */
  readonly issuer?: string;
  /** Legal texts in force; by default the product's. */
  readonly legalVersions?: LegalVersions;
  readonly featureFlags?: Readonly<Record<string, boolean>>;
  /** Provider settings, testers, and how often overrides are polled. */
  readonly authProviders?: Partial<ApiOptions["authProviders"]>;
  /** The media store; by default a folder of the test run. */
  readonly media?: ApiOptions["media"];
  /** Storage quotas of media; by default the product's. */
  readonly mediaLimits?: NonNullable<ApiOptions["mediaLimits"]>;
  /** Exercise providers that have videos; by default none. */
  readonly exerciseProviders?: NonNullable<ApiOptions["exerciseProviders"]>;
  /** Bytes of refused operations per device and day; by default the product's limit. */
  readonly refusedBytesADay?: number;
  /** Timeouts for slow clients; by default the product's. */
  readonly timeouts?: NonNullable<ApiOptions["timeouts"]>;
  /** How long a request waits for the outcomes of its file; by default as long as the product waits. */
  readonly fileAnswerMs?: NonNullable<ApiOptions["fileAnswerMs"]>;
  /** How long an ordinary batch waits for others; by default not at all. */
  readonly settlementWaitMs?: number;
  /** Quotas of each client key; by default so wide that a test never reaches them, however fast its machine is. */
  readonly quotas?: NonNullable<ApiOptions["quotas"]>;
  /** Concurrency limits by kind of request; by default those of a process with 200 places. */
  readonly concurrencyLimits?: NonNullable<ApiOptions["concurrencyLimits"]>;
  /** Link targets of pages, and the origins that may call the API; by default none. */
  readonly links?: Partial<ApiOptions["links"]>;
  /** Folder of the stand-in page for our native apps; by default none. */
  readonly phoneDirectory?: string;
  readonly consoleDirectory?: string;
  readonly trustedProxyHops?: number;
  readonly checks?: readonly DependencyCheck[];
  readonly stop?: AbortSignal;
  /** Receives the log lines, which are dropped by default. */
  readonly onLog?: (line: Readonly<Record<string, unknown>>) => void;
}

/** One request as a test writes it. */
export interface TestRequest {
  readonly token?: string;
  /** Sent as JSON; `rawBody` sends text or bytes unchanged. */
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** The `Idempotency-Key` header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with its parsed body. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The raw text of the body. */
  readonly text: string;
  /** The parsed JSON; tests check it with a schema or a matcher. */
  readonly body: Record<string, unknown>;
  /** `data` of a successful response. */
  readonly data: unknown;
}

/** The API on its own port. */
export interface TestApi {
  readonly url: string;
  readonly deps: ApiDeps;
  readonly database: TestDatabase;
  readonly call: (method: string, path: string, request?: TestRequest) => Promise<TestAnswer>;
  /** Throws if a route has refused with an undeclared code since the last call. */
  readonly refuseUndeclared: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Event loop delay is disabled: on a shared machine it depends on other processes. `shares.test` covers load
 * shedding.
 */
const KEEPS_UP = { opening: () => 1, burstMs: 0, close: () => undefined };

const wide: ClientQuota = { underWay: 1_000, perSecond: 10_000, burst: 100_000 };
const WIDE_QUOTAS: ClientQuotas = {
  person: wide,
  staff: wide,
  service: wide,
  address: wide,
  provider: wide,
  transfer: wide,
  poll: wide,
  media: wide,
};

/** Starts the API over real HTTP. Close it in `afterAll`. */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await useOwnDatabase());
  const { log, refuseUndeclared } = openTestLog(options.onLog);
  const opened = await openApi(
    {
      database: {
        url: database.appUrl,
        limits: database.limits,
        poolSize: 10,
        readUrl: options.readUrl ?? null,
      },
      provider: {
        issuer: options.issuer ?? getTestPart("provider").issuer,
        audience: TEST_AUDIENCE,
        clients: TEST_CLIENTS,
        machines: TEST_MACHINES,
      },
      authProviders: { ...TEST_PROVIDERS, ...options.authProviders },
      media: options.media ?? { kind: "disk", directory: newTestFolder("media") },
      ...(options.exerciseProviders === undefined
        ? {}
        : { exerciseProviders: options.exerciseProviders }),
      ...(options.mediaLimits === undefined ? {} : { mediaLimits: options.mediaLimits }),
      ...(options.refusedBytesADay === undefined
        ? {}
        : { refusedBytesADay: options.refusedBytesADay }),
      ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
      ...(options.fileAnswerMs === undefined ? {} : { fileAnswerMs: options.fileAnswerMs }),
      settlementWaitMs: options.settlementWaitMs ?? 0,
      quotas: options.quotas ?? WIDE_QUOTAS,
      concurrencyLimits: options.concurrencyLimits ?? concurrencyLimitsOf(200),
      load: KEEPS_UP,
      keys: { invitation: testKey("invitation"), cursor: testKey("cursor"), hash: testKey("hash") },
      legalVersions: options.legalVersions ?? LEGAL_VERSIONS,
      featureFlags: options.featureFlags ?? {},
      publicUrl: "http://127.0.0.1",
      links: { ...noOutsideLinks("https://login.example.com"), ...options.links },
      phoneDirectory: options.phoneDirectory ?? null,
      consoleDirectory: options.consoleDirectory ?? null,
      trustedProxyHops: options.trustedProxyHops ?? 0,
      log,
      temporalUi: { url: "https://temporal.example.com", namespace: "sideline" },
      checks: options.checks ?? [],
      stop: options.stop ?? new AbortController().signal,
    },
    options.endpoints ?? allEndpoints,
  );
  const server = openServer(opened.app);
  const url = await listen(server, options.port ?? 0);
  return {
    url,
    deps: opened.deps,
    database,
    call: (method, path, request) => callApi(`${url}${path}`, method, request),
    refuseUndeclared,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
      refuseUndeclared();
    },
  };
}

/** Sends one request to an API, wherever it runs. */
export async function callApi(
  url: string,
  method: string,
  request: TestRequest = {},
): Promise<TestAnswer> {
  const { token, body, rawBody, key } = request;
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const headers = new Headers(request.headers);
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (key !== undefined) headers.set("Idempotency-Key", key);
  if (sent !== undefined && !headers.has("Content-Type")) {
    headers.set("Content-Type", "application/json");
  }
  const response = await sendRequest(url, { method, headers, body: sent });
  const code = response.headers.get("X-Problem-Code");
  const parsed = code === null ? parseAnswer(response.text) : { code };
  return { ...response, body: parsed, data: parsed["data"] };
}

function parseAnswer(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

/** A secret key of the installation under test. */
export function testKey(name: string): Uint8Array {
  return createHash("sha256").update(`test key ${name}`).digest();
}

/** A log whose lines go to the test; codes that a route does not declare are collected separately. */
function openTestLog(onLog: TestApiOptions["onLog"]) {
  const undeclared: string[] = [];
  const write = (text: string) => {
    const line = parseAnswer(text);
    if (line["msg"] === UNDECLARED) undeclared.push(text);
    onLog?.(line);
  };
  const level = onLog === undefined ? "warn" : "debug";
  const refuseUndeclared = () => {
    const found = undeclared.splice(0);
    if (found.length > 0) throw new Error(`Codes no route declares: ${found.join("")}`);
  };
  return { log: openLog("test", level, { write }), refuseUndeclared };
}

function listen(server: Server, wantedPort: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}
