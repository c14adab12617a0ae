import type { Request } from "express";

/**
 * Whether the caller has what goes by this tag (RFC 9110, 13.1.2). `req.fresh` would not say so to who wants no
 * other cache to answer, as browsers do for everybody that names a tag.
 */
export function holdsTag(req: Request, tag: string): boolean {
  return tagsNamed(req).some((named) => named === "*" || named === tag);
}

/** The tags that a caller names, weak or strong, in their quotes; `*` is none. */
export function heldTags(req: Request): readonly string[] {
  return tagsNamed(req).flatMap((named) => /^"(.*)"$/.exec(named)?.[1] ?? []);
}

function tagsNamed(req: Request): readonly string[] {
  const header = req.get("If-None-Match");
  if (header === undefined) return [];
  return header.split(",").map((text) => text.trim().replace(/^W\//, ""));
}
