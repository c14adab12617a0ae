import { expect, test } from "@jest/globals";
import { tables } from "../../../db/tables.ts";
import { eventually } from "../../factories/eventually.ts";
import { useInboxDesk } from "../../factories/inbox/inbox-desk.ts";
import { workspaceChangesSchema } from "../../../contract/inbox/console/changes-schema.ts";

const desk = await useInboxDesk();

test("a console that waits for changes makes its workspace a followed one, until a while after its last wait", async () => {
  const phone = await desk.phone();
  const watched = async () =>
    await tables(desk.api.deps.database.em.fork())
      .selectFrom("rateLimit")
      .where("key", "=", `watched:${phone.pair.workspaceId}`)
      .select("expire")
      .execute();
  const first = await desk.call(phone, "changes");
  const { cursor } = workspaceChangesSchema.parse(first.data);
  expect(await watched()).toEqual([]);
  const waiting = desk.call(phone, `changes?since=${cursor}&waitSeconds=5`);
  const rows = await eventually(watched, ({ length }) => length > 0);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.expire).toBeGreaterThan(Date.now() + 30_000);
  await waiting;
});
