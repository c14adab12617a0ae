import { afterAll, expect, test } from "@jest/globals";
import { readReceipts } from "../../activities/sync/support/read-receipts.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { moveClock } from "../factories/move-clock.ts";
import { buildReceipts, pruneAll, readChain, RECEIPTS_ARE_OLD } from "../factories/old-receipts.ts";
import { buildScope } from "../factories/sync.ts";
import { openTestDatabase } from "../harness/database.ts";

const ROUNDS = 30;

const files = await openTestDatabase();
const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const operator = { actor: "identity:x", role: "support", reason: "x", requestId: "test" } as const;

test("A receipt that support reads while it is being pruned is cited and stays, or is gone", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    await buildReceipts(em, scope, 5);
    await moveClock(files.ownerUrl, RECEIPTS_ARE_OLD);
    const { deviceId } = scope;
    const page = { deviceId, before: null, limit: 50, operator };
    const reading = () => transact(em, (tx) => readReceipts(tx, page));
    const both = round % 2 === 0 ? [reading(), pruneAll(em)] : [pruneAll(em), reading()];
    const outcomes = await Promise.all(both);
    const [read] = outcomes.filter((outcome) => typeof outcome !== "number");
    const shown = read?.rows.map(({ chainSeq }) => chainSeq) ?? [];
    expect((await readChain(em, deviceId)).seqs).toEqual(shown);
    expect([0, 5]).toContain(shown.length);
    await moveClock(files.ownerUrl, 0);
  }
});
