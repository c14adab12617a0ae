import { arrival } from "./arrival.ts";
import { frame } from "./frame.ts";
import { inboxRows } from "./inbox/inbox-rows.ts";
import { inbox } from "./inbox/inbox.ts";
import { keys } from "./keys.ts";
import { problems } from "./problems.ts";
import { saved } from "./saved.ts";
import { session } from "./session.ts";

/**
 * Messages that load before anything is shown: those of the arrival, the frame and the inbox. The others load with the
 * first other page.
 */
export const first = {
  ...arrival,
  ...frame,
  ...inbox,
  ...inboxRows,
  ...keys,
  ...problems,
  ...saved,
  ...session,
};
