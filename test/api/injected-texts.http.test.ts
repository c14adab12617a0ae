import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { bodySchemaOf } from "../../api/http/codes-of.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import { endpoints } from "../../api/endpoints.ts";
import { RateLimit } from "../../db/platform/rate-limit.ts";
import { attacksAt } from "../factories/api/attacks.ts";
import { buildMatrixWorld } from "../factories/api/matrix/principals.ts";
import { servedName } from "../factories/api/matrix/answers.ts";
import { matrixRequest } from "../factories/api/matrix/request.ts";
import { type Place, placesOf, textsUnder, withText } from "../factories/api/text-places.ts";
import { undoneEndpoint } from "../factories/api/undone-endpoint.ts";
import { type TestAnswer, startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

/** Text with a meaning to a parser: a header, a log, SQL, JSON, a browser, a template, a spreadsheet. */
const TEXTS: readonly string[] = [
  "a\r\nSet-Cookie: evil=1",
  "a\u0000b",
  "\ud800",
  "'; drop table app_user; --",
  '","role":"OWNER","x":"',
  "$1 %s \\",
  "__proto__",
  "<script>alert(1)</script>",
  "\u202egnp.exe",
  "=cmd|'/c calc'!A0",
  "İıſK",
];

/** Texts tried per place in the ordinary run; every fourth is taken. */
const TEXTS_A_PLACE = 4;

/** Places that accepted a text, as `POST /path /field`. */
const took = new Set<string>();

const issuer = await startTestIssuer();
const api = await startApi({
  issuer: issuer.issuer,
  trustedProxyHops: 1,
  endpoints: endpoints.map((endpoint) => undoneEndpoint(endpoint, () => undefined)),
});
const world = await buildMatrixWorld(api, issuer);
afterAll(async () => {
  await api.close();
  await issuer.close();
});
// Limits on failures are tested elsewhere.
beforeEach(() => api.deps.database.em.fork().nativeDelete(RateLimit, {}));

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** A plain text. If it comes back, other texts do as well. */
const PLAIN = "plain text";

describe("A text with a meaning to a parser, in an otherwise valid request,", () => {
  const taking = endpoints.filter(
    (endpoint) => endpoint.bodyType !== "form" && bodySchemaOf(endpoint) !== undefined,
  );

  test.each(taking.map((endpoint, at) => [nameOf(endpoint), endpoint, at] as const))(
    "comes back unchanged or is refused at %s",
    async (route, endpoint, at) => {
      const schema = bodySchemaOf(endpoint) ?? z.unknown();
      const actor = await world.renewed(world.actors[servedName(endpoint)]);
      const faults: string[] = [];
      const send = (place: Place, text: string) => {
        const { method, path, ...request } = matrixRequest(endpoint, actor);
        return api.call(method, path, { ...request, body: withText(request.body, place, text) });
      };
      const { body } = matrixRequest(endpoint, actor);
      for (const [nth, place] of placesOf(schema, body).entries()) {
        const name = String(place.at(-1));
        const { data } = await send(place, PLAIN);
        // An unmanaged act is not undone here: it may answer with what was there before.
        const comesBack = endpoint.kind !== "unmanaged" && textsUnder(data, name).includes(PLAIN);
        for (const text of attacksAt(TEXTS, at + nth, TEXTS_A_PLACE)) {
          const answer = await send(place, text);
          const fault = faultOf(answer, text, comesBack ? name : null);
          if (fault !== null) faults.push(`${place.join("/")}: ${JSON.stringify(text)}: ${fault}`);
          const kept = comesBack ? "comes back from" : "goes to";
          if (answer.status < 300) took.add(`${kept} ${route} ${place.join("/")}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test("is accepted where people write", () => {
    const workspace = "/api/v1/workspaces/{workspaceId}";
    const relationship = `${workspace}/relationships/{relationshipId}`;
    const override = `${workspace}/clients/{clientId}/onboarding/tasks/{taskId}/override`;
    const wanted = [
      "comes back from POST /api/v1/auth/client-onboarding-registration displayName",
      "comes back from PUT /api/v1/client/profile displayName",
      "comes back from PUT /api/v1/client/profile goal",
      "comes back from PATCH /api/v1/coach/profile bio",
      `comes back from PATCH ${workspace}/settings name`,
      `goes to POST ${override} reason`,
      `comes back from POST ${workspace}/forms title`,
      `comes back from POST ${workspace}/plans content/title`,
      `comes back from POST ${workspace}/plans content/instructions`,
      "goes to POST /api/v1/auth/coach-registration workspaceName",
      `goes to POST ${relationship}/pause reason`,
      `goes to POST ${relationship}/resume reason`,
      `goes to POST ${relationship}/end reason`,
      "goes to POST /api/v1/client/onboarding/tasks/{taskId}/skip reason",
      "comes back from PUT /api/v1/coach/relationships/{relationshipId}/focus-pin note",
      "goes to POST /api/v1/admin/users/{userId}/suspend reason",
    ];
    expect(wanted.filter((place) => !took.has(place))).toEqual([]);
  });
});

/** Refused as a problem, or stored as it is. */
function faultOf(
  { status, text, headers, data }: TestAnswer,
  sent: string,
  echoedAs: string | null,
) {
  if (status >= 500) return `status ${status}`;
  if (headers.has("Set-Cookie")) return "a header of the caller";
  if (/\bat \/|node_modules|\bselect |insert into/.test(text)) return text.slice(0, 200);
  if (status >= 400 || echoedAs === null) return null;
  const echoed = textsUnder(data, echoedAs);
  return echoed.includes(sent.trim()) ? null : `became ${echoed.join()}`;
}
