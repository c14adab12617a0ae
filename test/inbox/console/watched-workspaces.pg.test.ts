import { expect, test } from "@jest/globals";
import { tables } from "../../../db/tables.ts";
import { noteWatched } from "../../../db/platform/scopes/watched-workspaces.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

test("workspaces that several processes note at once keep the later end", async () => {
  const ids = [newId(), newId()];
  const spans = [30, 90, 60, 10];
  await Promise.all(
    spans.map((seconds, index) =>
      noteWatched(em.fork(), index % 2 === 0 ? ids : ids.toReversed(), seconds),
    ),
  );
  const rows = await tables(em.fork()).selectFrom("rateLimit").select("expire").execute();
  expect(rows).toHaveLength(2);
  for (const { expire } of rows) expect(expire).toBeGreaterThan(Date.now() + 70_000);
});
