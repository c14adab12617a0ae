import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import express from "express";
import { createPushboxSender } from "../../activities/notifications/push/create-pushbox-sender.ts";
import { pushboxPage } from "../../tools/mailbox/pushbox-page.ts";
import { pushMessage } from "../factories/notifications/push-providers.ts";

const directory = mkdtempSync(join(tmpdir(), "sideline-pushbox-"));
afterAll(() => rmSync(directory, { recursive: true }));

const logged: object[] = [];
const sender = createPushboxSender(join(directory, "pushes"), {
  info: (line: object) => void logged.push(line),
});

test("the local inbox lists each push to a phone once, without its token", async () => {
  expect(await page()).toContain("Register a push token");
  const message = pushMessage({ title: "<New>", token: "secret-token" });
  expect(await sender.send(message)).toEqual({ kind: "SENT" });
  expect(await sender.send(message)).toEqual({ kind: "SENT" });
  const text = await page();
  expect(text.match(/&lt;New&gt;/g)).toHaveLength(1);
  expect(text).toContain("ONBOARDING_REMINDER");
  expect(text).not.toContain("secret-token");
  expect(logged).toEqual([{ pushId: message.pushId }]);
  sender.close();
});

/** The page as a browser receives it. */
async function page(): Promise<string> {
  const server = createServer(express().get("/", pushboxPage(join(directory, "pushes"))));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  await new Promise((resolve) => void server.close(resolve));
  return text;
}
