import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { drawFrom } from "../../factories/draw.ts";
import { campaignSeed, campaignSize } from "../../harness/campaign.ts";
import { serveModel } from "./serve-model.ts";

const PROGRAM = fileURLToPath(new URL("kill-phone.ts", import.meta.url));

test("A phone killed around drawn writes, again and again, sends every entry that it confirmed, and each counts once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "device-kills-"));
  const draw = drawFrom(campaignSeed());
  const { model, url, close } = await serveModel(campaignSeed());
  const kills = campaignSize("DEVICE_KILLS", 10);
  const confirmed: string[] = [];
  let life = 1;
  for (let killed = 0; killed < kills; life += 1) {
    const death = [String(1 + draw.below(30)), draw.pick(["BEFORE", "AFTER"])];
    const { ids, wasKilled } = await live([folder, url, String(life), ...death]);
    confirmed.push(...ids);
    if (wasKilled) killed += 1;
  }
  const last = await live([folder, url, String(life), "0", ""]);
  confirmed.push(...last.ids);

  const sql = await openNodeSql(join(folder, "device.db"));
  const rows = await sql.read({
    sql: "select client_operation_id as id, status, scope_id from sync_operation order by local_sequence",
  });
  const scopeId = String(rows[0]?.["scope_id"]);
  expect(await checkLaw(sql, scopeId)).toBeNull();
  await sql.close();
  await close();
  rmSync(folder, { recursive: true });
  expect(last.wasKilled).toBe(false);
  expect(model.witness.breaches).toEqual([]);
  const statuses = new Map(rows.map(({ id, status }) => [String(id), status]));
  expect(confirmed.filter((id) => statuses.get(id) !== "ACCEPTED")).toEqual([]);
  expect([...statuses.values()].filter((status) => status !== "ACCEPTED")).toEqual([]);
  const counts = [...statuses.keys()].map((id) => model.witness.verdictsOn(id).length);
  expect(counts.filter((count) => count !== 1)).toEqual([]);
});

/** Lets the program live until it ends or kills itself; returns the ids that it confirmed. */
async function live(args: readonly string[]) {
  const program = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(program, "exit");
  const printed = await text(program.stdout);
  await exit;
  const wasKilled = program.signalCode === "SIGKILL";
  if (!wasKilled) expect(program.exitCode).toBe(0);
  return { wasKilled, ids: printed.split("\n").filter((line) => line !== "") };
}
