import { expect, test } from "@jest/globals";
import { listRelationships } from "../../db/relationships/queries.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm();

test("Relationships are listed by workspace and status, newest first", async () => {
  const first = await buildRelationship(em);
  const second = await buildRelationship(em, { coach: first.coach, status: "ONBOARDING" });
  await buildRelationship(em);
  const list = (status: "ACTIVE" | null, afterId: string | null = null) =>
    listRelationships(em.fork(), { workspaceId: first.workspaceId, status, afterId, limit: 50 });
  const ids = [second.relationshipId, first.relationshipId];
  expect((await list(null)).map(({ id }) => id)).toEqual(ids);
  expect((await list(null, second.relationshipId)).map(({ id }) => id)).toEqual(ids.slice(1));
  expect(await list("ACTIVE")).toMatchObject([
    { id: first.relationshipId, clientUserId: first.client.userId, clientDisplayName: "Ana Silva" },
  ]);
});
