import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { TODAY_PAYLOADS } from "../../contract/quick-log/today-schema.ts";
import { TODAY_INTENTS } from "../../rules/quick-log/intent-of.ts";
import { payloadVersion } from "../payload-version.ts";
import type { OperationType } from "../sync/operation-feature.ts";
import { takingMedia, taskOperation } from "./task-operation.ts";

/**
 * The operations of today's view, mapped to quick-log's (docs/rooms/quick-log.md#todays-names). A batch has one
 * working copy of its tasks for operations of both names.
 */
export const todayTypes: ReadonlyMap<string, OperationType<QuickLogIntent>> = new Map<
  string,
  OperationType<QuickLogIntent>
>([
  [
    "today.start",
    taskOperation(payloadVersion(TODAY_PAYLOADS["today.start"], TODAY_INTENTS["today.start"])),
  ],
  [
    "today.complete",
    takingMedia(
      ["COMPLETE_TASK", "COMPLETE_ALL_ITEMS"],
      taskOperation(
        payloadVersion(TODAY_PAYLOADS["today.complete"], TODAY_INTENTS["today.complete"]),
      ),
    ),
  ],
  [
    "today.skip",
    taskOperation(payloadVersion(TODAY_PAYLOADS["today.skip"], TODAY_INTENTS["today.skip"])),
  ],
]);
