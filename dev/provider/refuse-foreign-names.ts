import type { RequestHandler } from "express";
import { isLoopback } from "./is-loopback.ts";
import { showNotice } from "./show-notice.ts";

/** A page elsewhere can point its own name at this address; it reads neither mail nor tokens by that. */
export const refuseForeignNames: RequestHandler = (req, res, next) => {
  if (isLoopback(`http://${req.headers.host ?? ""}`)) return next();
  showNotice(res, { status: 421, title: "Not here", text: "Call this provider by its address." });
};
