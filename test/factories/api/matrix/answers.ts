import type { Access } from "../../../../api/guard/access.ts";
import type { Endpoint } from "../../../../api/endpoint.ts";
import { ACTOR_NAMES, type ActorName } from "./principal.ts";
import { type MatrixAnswer, REFUSED_ANYHOW, REFUSED_BY_ACT, type Row, TABLE } from "./table.ts";

const rows = new Map<string, Row>(Object.entries(TABLE));

/** The name of a route's row: its access, and its deviations. */
function rowNameOf(endpoint: Endpoint): string {
  const { access, surfaces, admitsClientOnWeb, needsReason } = endpoint;
  const { admitsPendingDeletion, admitsEndedSession } = endpoint;
  return [
    access,
    surfaces === undefined ? "" : ` on ${surfaces.join(", ")}`,
    admitsClientOnWeb === true ? ", clients on WEB too" : "",
    admitsPendingDeletion === true ? ", leaving too" : "",
    admitsEndedSession === true ? ", signed out too" : "",
    needsReason === true ? " with a reason" : "",
    isOpenInArchive(endpoint) ? ", archived too" : "",
  ].join("");
}

const PLACES: readonly Access[] = ["workspace-coach", "workspace-owner", "relationship-coach"];

/** An archived workspace is read-only. */
function isOpenInArchive({ access, kind, admitsArchivedWorkspace }: Endpoint): boolean {
  return PLACES.includes(access) && (kind === "read" || admitsArchivedWorkspace === true);
}

/**
 * The row's answer to every principal.
 * @throws Error for a route without a row.
 */
export function expectedAnswers(endpoint: Endpoint): Record<string, MatrixAnswer> {
  const name = rowNameOf(endpoint);
  const row = rows.get(name);
  if (row === undefined) throw new Error(`test/factories/api/matrix/table.ts has no row "${name}"`);
  return answersOf(row);
}

/** Principals whom the act or query of a route refuses with 401, 403 or 404. */
export function expectedRefusals({ method, path }: Endpoint): Record<string, MatrixAnswer> {
  return namedAnswers(REFUSED_BY_ACT[`${method} ${path}`] ?? {});
}

/** The best answer any principal must get, so that the route was really tried: its success. */
export function expectedBest({ method, path, status = 200 }: Endpoint): string {
  return REFUSED_ANYHOW[`${method} ${path}`] ?? `${status}`;
}

/**
 * A principal whom the route serves.
 * @throws Error if the route serves nobody.
 */
export function servedName(endpoint: Endpoint): ActorName {
  const guards = expectedAnswers(endpoint);
  const refused = expectedRefusals(endpoint);
  const served = ACTOR_NAMES.find(
    (name) => guards[name] === "granted" && refused[name] === undefined,
  );
  if (served !== undefined) return served;
  throw new Error(`No principal is served at ${endpoint.method} ${endpoint.path}`);
}

/** Every row as principal -> answer, for inspection. */
export const tableRows: readonly (readonly [string, Row])[] = [...rows];

function answersOf(row: Row): Record<string, MatrixAnswer> {
  const mismatch = ACTOR_NAMES.map((name) => [name, "403 APP_ROLE_MISMATCH"] as const);
  return { ...Object.fromEntries(mismatch), ...namedAnswers(row) };
}

function namedAnswers(row: Row): Record<string, MatrixAnswer> {
  const answers = Object.keys(row).filter(isAnswer);
  return Object.fromEntries(
    answers.flatMap((answer) => (row[answer] ?? []).map((name) => [name, answer] as const)),
  );
}

function isAnswer(text: string): text is MatrixAnswer {
  return text === "granted" || /^\d{3} /.test(text);
}
