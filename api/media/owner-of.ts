import type { UploadOwner } from "../../db/media/queries.ts";
import type { Caller } from "../guard/caller.ts";

/** The role in which a person uploads files, by their app. */
export function ownerOf({ userId, surface }: Caller): UploadOwner {
  return { userId, as: surface === "CLIENT_MOBILE" ? "CLIENT" : "COACH" };
}
