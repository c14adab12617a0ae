import { updateNewestValues } from "../../../db/quick-log/update-newest-values.ts";
import type { RebuildHook } from "../../agenda/rebuild-hook.ts";

/** Days of one transaction. */
const PAGE = 60;

/** Names the newest value of each task from the history again (docs/rooms/quick-log.md#values). */
export const newestValuesFollowRebuild: RebuildHook = {
  async rebuild(tx, page) {
    return await updateNewestValues(tx, { ...page, limit: PAGE });
  },
};
