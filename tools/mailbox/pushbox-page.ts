import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import * as z from "zod";
import { escapeHtml } from "../../rules/escape-html.ts";
import { pageHeaders, renderPage } from "../provider/login-page.ts";

/**
 * Shows the push messages that phones would have received, newest first, with everything that the push services would
 * have seen.
 */
export function pushboxPage(directory: string): RequestHandler {
  return (_req, res) => {
    const nonce = randomBytes(16).toString("base64");
    const pushes = readPushes(directory);
    const empty = `<p class="lead">Register a push token: its phone's messages appear here.</p>`;
    const body = pushes.length === 0 ? empty : pushes.map(renderPush).join("");
    res.set(pageHeaders(nonce));
    res.send(renderPage(nonce, "Pushes", body));
  };
}

const Push = z.object({
  surface: z.string(),
  title: z.string(),
  body: z.string(),
  content: z.record(z.string(), z.string()),
  sentAt: z.iso.datetime(),
});
type Push = z.infer<typeof Push>;

function readPushes(directory: string): readonly Push[] {
  return filesOf(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => Push.parse(JSON.parse(readFileSync(join(directory, name), "utf8"))))
    .toSorted((a, b) => b.sentAt.localeCompare(a.sentAt));
}

/** The folder does not exist before the first push. */
function filesOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function renderPush({ surface, title, body, content, sentAt }: Push): string {
  const time = `<time datetime="${escapeHtml(sentAt)}">${escapeHtml(sentAt)}</time>`;
  return `<article><h2>${escapeHtml(title)}</h2>
<p class="note">To ${escapeHtml(surface)}, ${time}</p>
<p>${escapeHtml(body)}</p>
<p><code>${escapeHtml(JSON.stringify(content))}</code></p></article>`;
}
