import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import express from "express";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { createMailboxMailer } from "../../activities/accounts/mail/create-mailbox-mailer.ts";
import { mailboxPage } from "../../tools/mailbox/mailbox-page.ts";

const parent = mkdtempSync(join(tmpdir(), "sideline-mailbox-"));
afterAll(() => rmSync(parent, { recursive: true }));

test("A message is stored as one file that only this user can read", async () => {
  const { directory, mailer } = openMailbox();
  const message = aMessage();
  await mailer.send(message);
  expect(readdirSync(directory)).toEqual([`${message.messageId}.json`]);
  const file = join(directory, `${message.messageId}.json`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject(message);
});

test("A message sent again under the same id leaves the first one in the mailbox", async () => {
  const { directory, logged, mailer } = openMailbox();
  const message = aMessage();
  await mailer.send(message);
  await mailer.send({ ...message, subject: "Another" });
  const file = join(directory, `${message.messageId}.json`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ subject: message.subject });
  expect(logged).toHaveLength(1);
});

test("The log contains the masked address and nothing of the message", async () => {
  const { logged, mailer } = openMailbox();
  await mailer.send(aMessage());
  expect(logged.join()).toContain("a***@example.com");
  for (const secret of ["ana@", "token", "Cora"]) expect(logged.join()).not.toContain(secret);
});

test("The mailbox page lists the newest message first, with clickable links and copyable tokens", async () => {
  const { directory, mailer } = openMailbox();
  await mailer.send(aMessage({ subject: "First" }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await mailer.send(aMessage({ subject: "Second" }));
  const page = await pageOf(directory);
  expect(page.indexOf("Second")).toBeLessThan(page.indexOf("First"));
  expect(page).toContain('href="http://127.0.0.1:3000/invitation#token=abc"');
  expect(page).toContain("<code>abc</code>");
});

test("The mailbox page escapes what people wrote", async () => {
  const { directory, mailer } = openMailbox();
  const subject = `<script>alert(1)</script>"`;
  await mailer.send(aMessage({ subject, text: "javascript:alert(1)\n\n<b>" }));
  const page = await pageOf(directory);
  expect(page).not.toContain("<script>");
  expect(page).not.toContain("<b>");
  expect(page).not.toContain('href="javascript:');
});

test("An empty mailbox says what to do first", async () => {
  expect(await pageOf(join(parent, "absent"))).toContain("Invite somebody");
});

function openMailbox() {
  const directory = join(parent, randomUUID());
  const logged: string[] = [];
  const log = { info: (...words: unknown[]) => void logged.push(JSON.stringify(words)) };
  return { directory, logged, mailer: createMailboxMailer(directory, log) };
}

function aMessage(changes = {}): Message {
  return {
    language: "en",
    to: "ana@example.com",
    subject: "Cora invites you",
    html: "<p>Open this.</p>",
    text: "Open this:\n\nhttp://127.0.0.1:3000/invitation#token=abc\n\nBye.",
    messageId: randomUUID(),
    ...changes,
  };
}

async function pageOf(directory: string): Promise<string> {
  const app = express().get("/mailbox", mailboxPage(directory));
  const server = createServer(app);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
  const response = await fetch(`http://127.0.0.1:${port}/mailbox`);
  const page = await response.text();
  server.close();
  return page;
}
