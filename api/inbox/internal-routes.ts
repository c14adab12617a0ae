import { recordSourceEvent } from "../../activities/inbox/record-source-event.ts";
import {
  sourceEventAnswerSchema,
  sourceEventSchema,
} from "../../contract/inbox/source-event-schema.ts";
import { act, type Endpoint } from "../endpoint.ts";

const recordEvent = act({
  method: "POST",
  path: "/api/v1/internal/source-events",
  name: "takeSourceEvent",
  summary: "Report an event of another system that may need a coach, or no longer does",
  source: "docs/rooms/inbox.md#outside",
  access: "service",
  body: sourceEventSchema,
  answer: sourceEventAnswerSchema,
  refusals: ["NOT_FOUND", "SOURCE_EVENT_REUSED"],
  // The event's own id is its key.
  idempotency: "none",
  handle: ({ tx, body, request: { requestId } }) => recordSourceEvent(tx, body, { requestId }),
});

/** Inbox routes that our own services call. */
export const internalInboxEndpoints: readonly Endpoint[] = [recordEvent];
