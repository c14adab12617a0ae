import { decideLicence } from "../../activities/exercises/images/decide-licence.ts";
import {
  attributionsSchema,
  decideLicenceSchema,
  licenceSourceSchema,
  licenceSourcesSchema,
} from "../../contract/exercises/licence-schema.ts";
import {
  getLicenceSource,
  listAttributions,
  listLicenceSources,
} from "../../db/exercises/images/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { principalOf } from "../guard/principal-of.ts";

const source = "docs/rooms/exercises.md#licences";
const sourcesPath = "/api/v1/admin/exercise-library/licence-sources";

/** Routes of the licence ledger for administrators, and of the attributions to show. */
export const licenceEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: sourcesPath,
    name: "listLicenceSources",
    summary: "Sources of pictures: licence, evidence, attribution, verdict",
    source,
    access: "admin",
    answer: licenceSourcesSchema,
    handle: async ({ em }) => ({ items: await listLicenceSources(em), nextCursor: null }),
  }),
  act({
    method: "PATCH",
    path: sourcesPath,
    name: "decideLicence",
    summary:
      "Decide whether pictures of a source may be shown; if withdrawn, they disappear immediately",
    source,
    access: "admin",
    idempotency: "none",
    body: decideLicenceSchema,
    answer: licenceSourceSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT"],
    handle: async ({ tx, body, granted, request, deps }) => {
      const { key: decidedBy } = principalOf(granted, request, deps);
      await decideLicence(tx, { ...body, decidedBy, requestId: request.requestId });
      return await getLicenceSource(tx, body.sourceKey);
    },
  }),
  read({
    method: "GET",
    path: "/api/v1/exercise-library/attributions",
    name: "listAttributions",
    summary: "Attributions that have to be shown with the pictures of exercises",
    source,
    access: "user",
    answer: attributionsSchema,
    handle: async ({ em }) => ({ items: await listAttributions(em), nextCursor: null }),
  }),
];
