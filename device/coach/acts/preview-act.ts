import type { Core } from "../../core.ts";
import type { Preview } from "../../outbox/types.ts";
import type { InboxAct } from "../act-types.ts";
import { findPlace } from "../rows/find-place.ts";
import { loadInbox } from "../rows/present-rows.ts";
import { predictAct } from "./predict-act.ts";

/** Predicts the server's verdict on an act, on top of everything that waits on its row. */
export async function previewAct(core: Core, act: InboxAct): Promise<Preview> {
  const place = await findPlace(core, act.taskId);
  if (place === null) return UNSURE;
  const inbox = await loadInbox(core, place.workspaceId);
  const known = inbox.rows.find(({ stored }) => stored.taskId === act.taskId);
  const row = known?.applied.row ?? null;
  if (row === null) return UNSURE;
  // The row has changed since the coach saw it; the device does not know whether its own acts did that.
  if (act.expectedRevision !== undefined && act.expectedRevision !== place.revision) return UNSURE;
  const actedAt = new Date(core.ports.clock.now());
  const prediction = predictAct(row, act, { ...inbox, actedAt });
  return prediction.kind === "LIKELY" ? { kind: "LIKELY" } : prediction;
}

const UNSURE: Preview = { kind: "UNSURE" };
