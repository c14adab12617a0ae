import { randomBytes } from "node:crypto";
import type { Response } from "express";
import { pageHeaders, renderNotice } from "./login-page.ts";

/** Responds with a page of one paragraph. */
export function showNotice(res: Response, { status, title, text }: Notice): void {
  const nonce = randomBytes(16).toString("base64");
  res
    .status(status)
    .set(pageHeaders(nonce))
    .send(renderNotice(nonce, title, text));
}

type Notice = { readonly status: number; readonly title: string; readonly text: string };
