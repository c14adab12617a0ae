import type { Access } from "../../api/guard/access.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { ACTOR_NAMES, type ActorName } from "./matrix-principal.ts";
import {
  type MatrixAnswer,
  REFUSED_ANYHOW,
  REFUSED_BY_ACT,
  type Row,
  TABLE,
} from "./matrix-table.ts";

const rows = new Map<string, Row>(Object.entries(TABLE));

/** Name of the row that a route stands in: its access, and what it changes of it. */
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

/** An archived workspace is read, not written. */
function isOpenInArchive({ access, kind, admitsArchivedWorkspace }: Endpoint): boolean {
  return PLACES.includes(access) && (kind === "read" || admitsArchivedWorkspace === true);
}

/** The row's answer to every actor. @throws Error for a route without a row. */
export function expectedAnswers(endpoint: Endpoint): Record<string, MatrixAnswer> {
  const name = rowNameOf(endpoint);
  const row = rows.get(name);
  if (row === undefined) throw new Error(`test/factories/matrix-table.ts has no row "${name}"`);
  return answersOf(row);
}

/** Who is refused with 401, 403 or 404 by the act or query of a route. */
export function expectedRefusals({ method, path }: Endpoint): Record<string, MatrixAnswer> {
  return namedAnswers(REFUSED_BY_ACT[`${method} ${path}`] ?? {});
}

/** What somebody at least has to get, so that the route was tried: its success. */
export function expectedBest({ method, path, status = 200 }: Endpoint): string {
  return REFUSED_ANYHOW[`${method} ${path}`] ?? `${status}`;
}

/** Somebody whom the route serves. @throws Error when it serves nobody. */
export function servedName(endpoint: Endpoint): ActorName {
  const guards = expectedAnswers(endpoint);
  const refused = expectedRefusals(endpoint);
  const served = ACTOR_NAMES.find(
    (name) => guards[name] === "granted" && refused[name] === undefined,
  );
  if (served !== undefined) return served;
  throw new Error(`Nobody is served at ${endpoint.method} ${endpoint.path}`);
}

/** Every row as actor -> answer, to be looked at as such. */
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
