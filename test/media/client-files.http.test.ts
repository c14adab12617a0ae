import { describe, expect, test } from "@jest/globals";
import { clientFilePageSchema } from "../../contract/media/files-schema.ts";
import { listClientFiles } from "../../db/media/files/queries.ts";
import { isStatement } from "../factories/db/explain.ts";
import { putClientFile } from "../factories/media/put-client-file.ts";
import { codeOf } from "../factories/plans/plan-desk.ts";
import { buildPhone, type Phone } from "../factories/sync/phone.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
const { em } = api.deps.database;
const own = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);

describe("The files of a client", () => {
  test("are those of accepted entries, newest first, with kind, purpose and date", async () => {
    const photo = await putFile(own, { contentType: "image/jpeg", purpose: "PROGRESS_PHOTO" });
    const video = await putFile(own, { contentType: "video/mp4", purpose: "FORM_CHECK" });
    await putFile(own, { contentType: "image/jpeg", purpose: "MEAL_PHOTO", accepted: false });
    await putFile(own, { contentType: "image/jpeg", purpose: "MEAL_PHOTO", status: "ERASING" });
    await putFile(stranger, { contentType: "image/jpeg", purpose: "MEAL_PHOTO" });
    const { items, nextCursor } = await pageOf(own);
    expect(nextCursor).toBeNull();
    expect(items).toMatchObject([
      { mediaId: video, kind: "VIDEO", purpose: "FORM_CHECK", contentType: "video/mp4" },
      {
        mediaId: photo,
        kind: "IMAGE",
        purpose: "PROGRESS_PHOTO",
        localDate: "2027-03-10",
        createdAt: "2027-03-10T10:00:00.000Z",
        ownerUserId: own.pair.client.userId,
        sizeBytes: 4096,
        contentUrl: expect.stringContaining(`/api/v1/media/${photo}/content`),
      },
    ]);
    const images = await pageOf(own, "kind=IMAGE,AUDIO");
    expect(images.items.map(({ mediaId }) => mediaId)).toEqual([photo]);
    const first = await pageOf(own, "limit=1");
    const second = await pageOf(own, `limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(items);
    expect(second.nextCursor).toBeNull();
  });

  test("leave out purposes that the permissions of a member do not cover", async () => {
    const contentTypes = ["image/jpeg", "video/mp4"] as const;
    const page = { relationshipId: own.relationshipId, contentTypes, afterId: null, limit: 9 };
    const rows = await listClientFiles(em.fork(), { ...page, purposes: ["FORM_CHECK"] });
    expect(rows.map(({ purpose }) => purpose)).toEqual(["FORM_CHECK"]);
  });

  test("take the same number of statements, however many there are", async () => {
    const count = async (query: string) => {
      const { sent } = await recordStatements(() => visit(own, query));
      return sent.filter(isStatement).length;
    };
    await count("limit=1");
    expect(await count("limit=100")).toBe(await count("limit=1"));
  });

  test("are for the coaches of the client alone, and malformed queries are refused", async () => {
    const refusal = async (query: string, request: TestRequest = {}) =>
      codeOf(await visit(own, query, request));
    expect(await refusal("", { token: stranger.pair.coachToken })).toBe("404 NOT_FOUND");
    expect((await visit(own, "", { token: own.pair.clientToken })).status).toBe(403);
    for (const query of ["limit=101", "kind=PDF", "purpose=MESSAGE"])
      expect(await refusal(query)).toBe("400 VALIDATION_FAILED");
    const { nextCursor } = await pageOf(own, "limit=1");
    expect(await refusal(`kind=IMAGE&cursor=${nextCursor}`)).toBe("400 CURSOR_INVALID");
    expect((await api.call("GET", pathOf(own.relationshipId))).status).toBe(401);
  });
});

const pathOf = (relationshipId: string) => `/api/v1/coach/relationships/${relationshipId}/files`;

function visit({ relationshipId, pair }: Phone, query = "", request: TestRequest = {}) {
  return api.call("GET", `${pathOf(relationshipId)}?${query}`, {
    token: pair.coachToken,
    ...request,
  });
}

function putFile(
  { relationshipId, pair }: Phone,
  file: Parameters<typeof putClientFile>[2],
): Promise<string> {
  const { workspaceId, client } = pair;
  return putClientFile(em, { workspaceId, relationshipId, clientUserId: client.userId }, file);
}

async function pageOf(of: Phone, query = "") {
  return clientFilePageSchema.parse((await visit(of, query)).data);
}
