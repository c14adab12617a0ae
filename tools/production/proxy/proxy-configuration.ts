/**
 * The configuration of HAProxy: one address for the APIs and one for the database. HAProxy balances requests between
 * ready APIs, and sends every database connection to the one member that is the open primary.
 */
export function proxyConfiguration(plan: ProxyPlan): string {
  return `global
    log stdout format raw local0 notice
    maxconn 4000
    # The next process of a reload gets the open ports here.
    stats socket ${plan.adminSocket} mode 600 level admin expose-fd listeners
    server-state-file ${plan.stateFile}
    ssl-default-bind-options ssl-min-ver TLSv1.2
    # A small limit of open files lowers the number of connections instead of refusing the start.
    no strict-limits

defaults
    log global
    # The next process of a reload goes on with the states and weights of the former one.
    load-server-state-from-file global
    timeout connect 2s
    # A long poll of 25 s is silent for that long; an upload or a slow phone pauses at most this long.
    timeout client 75s
    timeout server 75s
    timeout http-request 10s
    timeout http-keep-alive 60s
    timeout queue 5s
    # An API that is busy answers late; without it, the others would be busier still.
    timeout check 3s

${apiSide(plan)}

${databaseSide(plan)}
`;
}

/** The servers behind the proxy. */
export interface ProxyPlan {
  /** The two addresses of the proxy. */
  readonly ports: { readonly api: number; readonly database: number };
  readonly apis: readonly ProxiedApi[];
  readonly database: readonly ProxiedMember[];
  /** Path of the socket that takes commands. */
  readonly adminSocket: string;
  /** File with the states of the servers at the last reload. */
  readonly stateFile: string;
  /** File with the certificate of the APIs' address and its key; without it the address has no TLS. */
  readonly certificate?: string | undefined;
}

/** Text of a file of states without a server: the version of its format. */
export const NO_STATE = "1\n";

/** An API: the ports of its service and of its health. */
export interface ProxiedApi {
  readonly port: number;
  readonly health: number;
}

/** A member of the database cluster, and the port of the check that says whether clients may use it. */
export interface ProxiedMember {
  readonly name: string;
  readonly port: number;
  readonly checkPort: number;
}

const LOOPBACK = "127.0.0.1";

function apiSide({ ports, apis, certificate }: ProxyPlan): string {
  const [scheme, tls] =
    certificate === undefined ? ["http", ""] : ["https", ` ssl crt ${certificate}`];
  return `frontend api
    bind ${LOOPBACK}:${ports.api}${tls}
    mode http
    option httplog
    option dontlog-normal
    http-request set-header X-Forwarded-Proto ${scheme}
    http-request del-header X-Forwarded-For
    option forwardfor
    # While no API is ready, the proxy itself answers in the form of every other refusal, with Retry-After.
    ${unavailable()}
    default_backend apis

backend apis
    mode http
    balance leastconn
    option httpchk GET /health/ready
    http-check expect status 200
    # Only a request that no API has received is sent to another one.
    retries 3
    retry-on conn-failure
    option redispatch 1
    http-reuse safe
    # A process that was just started runs most code for the first time: its share grows over some seconds.
    default-server inter 500ms fall 2 rise 1 maxconn 1000 slowstart 5s
${apis.map(apiServer).join("\n")}`;
}

function databaseSide({ ports, database }: ProxyPlan): string {
  return `frontend database
    bind ${LOOPBACK}:${ports.database}
    mode tcp
    timeout client 1h
    option clitcpka
    default_backend primary

backend primary
    mode tcp
    timeout server 1h
    option srvtcpka
    option httpchk GET /
    http-check expect status 200
    # A member that is no longer the primary loses its clients at once: none may go on writing there. HAProxy takes a
    # server for healthy until its first check, so it gets no weight until then (start-proxy.ts).
    default-server weight 0 inter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${database.map(databaseServer).join("\n")}`;
}

function apiServer({ port, health }: ProxiedApi, place: number): string {
  return `    server api_${place + 1} ${LOOPBACK}:${port} check port ${health}`;
}

function databaseServer({ name, port, checkPort }: ProxiedMember): string {
  return `    server ${name} ${LOOPBACK}:${port} check port ${checkPort}`;
}

/** Seconds until a phone asks again. */
const RETRY_AFTER = 5;

/** The answer of the proxy itself while nobody else can answer. */
function unavailable(): string {
  const problem = JSON.stringify({
    type: "urn:sideline:problem:UNAVAILABLE",
    title: "Unavailable",
    status: 503,
    code: "UNAVAILABLE",
    retryAfterSeconds: RETRY_AFTER,
  });
  return `http-error status 503 content-type application/problem+json string '${problem}' hdr Retry-After ${RETRY_AFTER} hdr Cache-Control no-store`;
}
