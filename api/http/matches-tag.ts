import type { Request } from "express";

/**
 * Whether the caller has the answer with this tag (RFC 9110, 13.1.2). `req.fresh` would say no if the request has
 * `Cache-Control: no-cache`, which browsers add to conditional requests.
 */
export function matchesTag(req: Request, tag: string): boolean {
  return tagsNamed(req).some((named) => named === "*" || named === tag);
}

/** The caller's tags, weak or strong, with their quotes; `*` is left out. */
export function knownTags(req: Request): readonly string[] {
  return tagsNamed(req).flatMap((named) => /^"(.*)"$/.exec(named)?.[1] ?? []);
}

function tagsNamed(req: Request): readonly string[] {
  const header = req.get("If-None-Match");
  if (header === undefined) return [];
  return header.split(",").map((text) => text.trim().replace(/^W\//, ""));
}
