import type { RequestHandler } from "express";
import { Refusal } from "../../contract/refusal.ts";
import { page } from "./page.ts";
import { PAGE_TEXTS } from "./texts.ts";

/**
 * The answer at an address that does not exist: a page for a browser, the coded problem for everything below `/api` and
 * for a program (docs/rooms/wire.md#console).
 */
export const answerNotFound: RequestHandler = (req, res, next) => {
  const isPage = ["GET", "HEAD"].includes(req.method) && !/^\/api(\/|$)/.test(req.path);
  if (!isPage || req.accepts(["application/problem+json", "text/html"]) !== "text/html") {
    throw new Refusal("NOT_FOUND");
  }
  res.status(404);
  return showNotFound(req, res, next);
};

const showNotFound = page((language) => {
  const texts = PAGE_TEXTS[language];
  return {
    title: texts.notFoundTitle,
    body: `<p>${texts.notFound}</p><p><a class="button" href="/">${texts.notFoundStep}</a></p>`,
  };
});
