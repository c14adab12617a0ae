import type { UploadOwner } from "../../db/media/queries.ts";
import type { Caller } from "../guard/caller.ts";

/** As whom somebody sends files: the app that he uses tells. */
export function ownerOf({ userId, surface }: Caller): UploadOwner {
  return { userId, as: surface === "CLIENT_MOBILE" ? "CLIENT" : "COACH" };
}
