import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as z from "zod";
import { describeInChromium } from "../../harness/describe-in-chromium.ts";
import { openReader } from "../ask-api.ts";
import { pressAt, tabTo } from "../keys.ts";
import { type ConsoleStage, openPage, startConsoleStage } from "../stage.ts";

const Me = z.object({
  user: z.object({ displayName: z.string() }),
  workspace: z.object({ workspaceId: z.string(), name: z.string() }),
});
const Invitations = z.object({
  items: z.array(z.object({ name: z.string(), status: z.string() })),
});

describeInChromium("the first morning of a coach", describeChromium);

function describeChromium(executablePath: string): void {
  let stage: ConsoleStage;

  beforeAll(async () => void (stage = await startConsoleStage(executablePath)));
  afterAll(async () => await stage.close());

  test("a person signs in for the first time, registers, and invites the first client by keys alone; the API has the workspace and the invitation", async () => {
    const email = `${randomUUID()}@example.com`;
    const invited = `${randomUUID()}@example.com`;
    const { page, complaints, close } = await openPage(stage, "/");
    // The first way to sign in has the focus.
    await page.waitForSelector(".door .btn.go:focus");
    await page.keyboard.press("Enter");
    await tabTo(page, "input[name=email]");
    await page.keyboard.type(email);
    await page.keyboard.press("Enter");
    await tabTo(page, ".register input[autocomplete=name]");
    await page.keyboard.type("Jonas Adler");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Adler Coaching");
    await pressAt(page, ".register input[type=checkbox]", "Space");
    await pressAt(page, ".register button[type=submit]");
    await page.waitForSelector("nav.side ::-p-text(Adler Coaching)");
    await page.waitForSelector("main h1");
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.waitForSelector("main .empty");
    await page.keyboard.press("i");
    await page.waitForSelector('[role="dialog"] input:focus');
    await page.keyboard.type(invited);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Lena Brandt");
    await page.keyboard.press("Enter");
    await page.waitForSelector('[role="dialog"] .btn.go:focus ::-p-text(Close)');
    await page.keyboard.press("Enter");
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');

    const read = await openReader(stage, email);
    const { user, workspace } = await read("/auth/me", Me);
    expect([user.displayName, workspace.name]).toEqual(["Jonas Adler", "Adler Coaching"]);
    const { items } = await read(`/workspaces/${workspace.workspaceId}/invitations`, Invitations);
    expect(items).toEqual([{ name: "Lena Brandt", status: "ACTIVE" }]);
    // Until somebody registers, the API says with this status that there is no account.
    expect(complaints.filter((complaint) => !complaint.includes("403"))).toEqual([]);
    await close();
  });
}
