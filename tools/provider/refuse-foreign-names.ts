import type { RequestHandler } from "express";
import { isLoopback } from "./is-loopback.ts";
import { showNotice } from "./show-notice.ts";

/** Another site can point its own name at this address; the check keeps it from reading mail or tokens that way. */
export const refuseForeignNames: RequestHandler = (req, res, next) => {
  if (isLoopback(`http://${req.headers.host ?? ""}`)) return next();
  showNotice(res, {
    status: 421,
    title: "Not here",
    text: "Open this provider by its own address.",
  });
};
