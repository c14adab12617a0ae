import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { type PhoneStage, buildClientOfStage, startPhoneStage } from "./stage.ts";
import { typedTerminal } from "./typed-terminal.ts";

const cwd = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sideline-terminal-"));
let stage: PhoneStage;

beforeAll(async () => {
  stage = await startPhoneStage(async () => undefined);
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

/** Starts the command as a developer does. */
function startPhone(...more: readonly string[]) {
  const place = ["--api", stage.api.url, "--provider", stage.issuer, "--folder", folder];
  return typedTerminal(
    spawn(process.execPath, ["tools/phone/terminal/phone-command.ts", ...place, ...more], { cwd }),
  );
}

const numberOf = (day: string, title: string) =>
  new RegExp(`^ *(\\d+) {2}${title} `, "m").exec(day)?.[1] ?? "?";

test("entries that a developer makes in a terminal in airplane mode outlive a kill, and the server accepts each once although an answer is lost", async () => {
  const client = await buildClientOfStage(stage);
  const phone = startPhone();
  expect(await phone.type("today")).toContain("Nobody is signed in. Use: sign-in <e-mail>");
  expect(await phone.type("nonsense")).toContain("There is no command nonsense. Type: help");
  expect(await phone.type(`sign-in ${client.email}`)).toContain("Signed in as");
  const day = await phone.type("today");
  await phone.type("airplane on");
  const [habit, water] = [numberOf(day, "habit"), numberOf(day, "water")];
  expect(await phone.type(`do ${habit}`)).toBe("Saved on this device.\n");
  expect(await phone.type(`record ${water} 1e9`)).toBe("Enter a number.\n");
  expect(await phone.type(`record ${water} 250`)).toBe("Saved on this device.\n");
  expect(await phone.type("entries")).toMatch(/habit: completed: Waiting\. No connection\./);
  expect(await phone.typeLast("kill")).toBe("SIGKILL");

  const again = startPhone();
  expect(await again.type("state")).toMatch(/2 waiting.*\nairplane on, lose-answer off/);
  await again.type("lose-answer on");
  await again.type("airplane off");
  expect(await again.type("wait")).toBe("Nothing waits.\n");
  expect(await again.type("entries")).toMatch(/habit: completed: Accepted\n.*250 ml: Accepted\n/);
  const receipts = await tables(stage.api.deps.database.em)
    .selectFrom("quickLogOperation")
    .select("status")
    .where("relationshipId", "=", client.relationshipId)
    .execute();
  expect(receipts).toEqual([{ status: "ACCEPTED" }, { status: "ACCEPTED" }]);
  expect(await again.type("sign-out")).toBe("Signed out.\n");
  expect(await again.typeLast("quit")).toBeNull();
});

test("the help of the terminal names every command, and a single command is carried out without a prompt", async () => {
  const script = ["tools/phone/terminal/phone-command.ts", "--help"];
  const help = execFileSync(process.execPath, script, { cwd, encoding: "utf8" });
  for (const command of ["sign-in <e-mail>", "today", "airplane on|off", "kill"])
    expect(help).toContain(command);
  const one = startPhone("state");
  expect(await one.ended).toBeNull();
});
