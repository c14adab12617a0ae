import { decideLabel } from "../../activities/exercises/catalogue/decide-label.ts";
import { retireVanished } from "../../activities/exercises/catalogue/retire-vanished.ts";
import {
  catalogueRunParamsSchema,
  catalogueRunSchema,
  catalogueRunsSchema,
  decideLabelSchema,
  taxonomyLabelSchema,
  taxonomyQuerySchema,
  taxonomySchema,
} from "../../contract/exercises/taxonomy-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import {
  getLabel,
  getRun,
  listLabels,
  listNodes,
  listRuns,
} from "../../db/exercises/taxonomy/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import type { ApiDeps } from "../api-deps.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { principalOf } from "../guard/principal-of.ts";

const library = "/api/v1/admin/exercise-library";
const taxonomySource = "docs/rooms/exercises.md#taxonomy";
const readingSource = "docs/rooms/exercises.md#refresh";
const RUNS_SCOPE = "catalogue-runs";

/** Providers' labels and the state of their catalogues, for administrators. */
export const taxonomyEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: `${library}/taxonomy`,
    name: "listTaxonomy",
    summary: "Labels of providers, their meaning, and how many exercises each holds back",
    source: taxonomySource,
    access: "admin",
    query: taxonomyQuerySchema,
    answer: taxonomySchema,
    refusals: ["CURSOR_INVALID"],
    handle: async ({ em, query: { cursor, limit, ...filters }, deps }) => {
      const scope = `taxonomy:${JSON.stringify(filters)}`;
      const rows = await listLabels(em, {
        decisions: filters.decision ?? null,
        taxonomyType: filters.taxonomyType ?? null,
        after: cursor === undefined ? null : positionOf(deps, scope, cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const nextCursor = rows.length > limit ? cursorAt(deps, scope, page.at(-1)?.labelId) : null;
      const nodes = (await listNodes(em)).map((node) => ({ ...node, labels: { ...node.labels } }));
      return { items: page.map(presentLabel), nextCursor, nodes };
    },
  }),
  act({
    method: "PATCH",
    path: `${library}/taxonomy`,
    name: "decideLabel",
    summary: "Decide the meaning of a provider's label; exercises are re-sorted within minutes",
    source: taxonomySource,
    access: "admin",
    idempotency: "none",
    body: decideLabelSchema,
    answer: taxonomyLabelSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    handle: async ({ tx, body, granted, request, deps }) => {
      const { key: decidedBy } = principalOf(granted, request, deps);
      const nodeKey = body.decision === "MAPPED" ? body.nodeKey : null;
      await decideLabel(tx, { ...body, nodeKey, decidedBy });
      return presentLabel(await getLabel(tx, body.labelId));
    },
  }),
  read({
    method: "GET",
    path: `${library}/catalogue-runs`,
    name: "listCatalogueRuns",
    summary: "Reads of providers' catalogues, newest first",
    source: readingSource,
    access: "admin",
    query: pageQuerySchema,
    answer: catalogueRunsSchema,
    refusals: ["CURSOR_INVALID"],
    handle: async ({ em, query: { cursor, limit }, deps }) => {
      const after = cursor === undefined ? null : positionOf(deps, RUNS_SCOPE, cursor);
      const rows = await listRuns(em, { after, limit: limit + 1 });
      const items = rows.slice(0, limit);
      const last = items.at(-1)?.runId;
      return { items, nextCursor: rows.length > limit ? cursorAt(deps, RUNS_SCOPE, last) : null };
    },
  }),
  act({
    method: "POST",
    path: `${library}/catalogue-runs/{runId}/retire`,
    name: "retireVanished",
    summary: "Retire exercises missing from a catalogue that were too many at once",
    source: readingSource,
    access: "admin",
    idempotency: "none",
    params: catalogueRunParamsSchema,
    answer: catalogueRunSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    handle: async ({ tx, params: { runId }, granted, request, deps }) => {
      const { key: decidedBy } = principalOf(granted, request, deps);
      await retireVanished(tx, { runId, decidedBy });
      return await getRun(tx, runId);
    },
  }),
];

type LabelRow = Awaited<ReturnType<typeof getLabel>>;

function presentLabel({ heldCount, isApplied, ...row }: LabelRow) {
  return { ...row, isApplied: Boolean(isApplied), heldCount: heldCount ?? 0 };
}

function cursorAt({ keys }: ApiDeps, scope: string, id: string | undefined): string | null {
  return id === undefined ? null : encodeCursor(keys.cursor, scope, { id });
}

function positionOf({ keys }: ApiDeps, scope: string, cursor: string): string {
  const { id } = decodeCursor(keys.cursor, scope, cursor);
  if (typeof id !== "string") throw new Refusal("CURSOR_INVALID");
  return id;
}
