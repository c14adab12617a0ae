import type { Request, Response } from "express";
import { TUS_VERSION } from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { malformed } from "../http/parse-or-refuse.ts";

/**
 * Every answer names the protocol version. Every request must name the same, and only the offered extensions:
 * ignoring one would look like consent.
 *
 * @throws Refusal TUS_VERSION_UNSUPPORTED, VALIDATION_FAILED naming each header of another extension.
 */
export function requireTusVersion(req: Request, res: Response): void {
  res.setHeader("Tus-Resumable", TUS_VERSION);
  if (req.get("Tus-Resumable") !== TUS_VERSION) {
    res.setHeader("Tus-Version", TUS_VERSION);
    throw new Refusal("TUS_VERSION_UNSUPPORTED");
  }
  const others = OTHER_EXTENSIONS.filter((name) => req.get(name) !== undefined);
  if (others.length === 0) return;
  const message = "This extension is not offered";
  throw malformed(
    others.map((name) => ({ pointer: `/headers/${name}`, code: "unsupported", message })),
  );
}

/** Headers of the creation, checksum and concatenation extensions, and the method override. */
const OTHER_EXTENSIONS = [
  "upload-checksum",
  "upload-concat",
  "upload-defer-length",
  "upload-length",
  "upload-metadata",
  "x-http-method-override",
];
