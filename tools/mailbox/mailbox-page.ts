import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import * as z from "zod";
import { escapeHtml } from "../../rules/escape-html.ts";
import { pageHeaders, renderPage } from "../provider/login-page.ts";

/** Shows the mail of a folder, newest first; the only place that shows the link of an invitation. */
export function mailboxPage(directory: string): RequestHandler {
  return (_req, res) => {
    const nonce = randomBytes(16).toString("base64");
    const emails = readEmails(directory);
    const list = emails.map(renderEmail).join("");
    const empty = `<p class="lead">Invite somebody: the message to them appears here.</p>`;
    res.set(pageHeaders(nonce));
    res.send(renderPage(nonce, "Mailbox", emails.length === 0 ? empty : list));
  };
}

const Email = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: z.iso.datetime(),
});
type Email = z.infer<typeof Email>;

function readEmails(directory: string): readonly Email[] {
  return filesOf(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => Email.parse(JSON.parse(readFileSync(join(directory, name), "utf8"))))
    .toSorted((a, b) => b.sentAt.localeCompare(a.sentAt));
}

/** The folder does not exist before the first message. */
function filesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function renderEmail({ to, subject, text, sentAt }: Email): string {
  const time = `<time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt)}</time>`;
  const paragraphs = text
    .split("\n\n")
    .map((lines) => `<p>${lines.split("\n").map(renderLine).join("<br>")}</p>`);
  return `<article><h2>${escapeHtml(subject)}</h2>
<p class="note">To ${escapeHtml(to)}, ${time}</p>
${paragraphs.join("")}</article>`;
}

/** Makes a link clickable; the token in it is shown for copying. */
function renderLine(line: string): string {
  if (!/^https?:\/\/\S+$/.test(line)) return escapeHtml(line);
  const token = new URLSearchParams(new URL(line).hash.slice(1)).get("token");
  const link = `<a href="${escapeHtml(line)}" rel="noreferrer">${escapeHtml(line)}</a>`;
  return token === null ? link : `${link}<br>Token: <code>${escapeHtml(token)}</code>`;
}
