import type { Request, Response } from "express";
import { TUS_VERSION } from "../../contract/media/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";

/**
 * Every answer names the version that is spoken; every request has to name the same.
 *
 * @throws Refusal TUS_VERSION_UNSUPPORTED.
 */
export function requireTusVersion(req: Request, res: Response): void {
  res.setHeader("Tus-Resumable", TUS_VERSION);
  if (req.get("Tus-Resumable") === TUS_VERSION) return;
  res.setHeader("Tus-Version", TUS_VERSION);
  throw new Refusal("TUS_VERSION_UNSUPPORTED");
}
