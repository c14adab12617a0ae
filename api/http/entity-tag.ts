import type { Request } from "express";

/**
 * Whether the caller has what goes by this tag (RFC 9110, 13.1.2). `req.fresh` would not say so to who wants no
 * other cache to answer, as browsers do for everybody that names a tag.
 */
export function holdsTag(req: Request, tag: string): boolean {
  const named = (req.get("If-None-Match") ?? "").split(",").map((text) => text.trim());
  return named.some((text) => text === "*" || text.replace(/^W\//, "") === tag);
}
