import type { HttpAnswer } from "../../../../device/ports/http.ts";
import { success as successAt } from "../../../factories/device/fake-api.ts";
import type { ModelServer } from "./model-server.ts";
import type { Relationship } from "./types.ts";

/** A success with the server's own time. */
export function success(server: ModelServer, data: object): HttpAnswer {
  return successAt(data, server.now().toISOString());
}

/** A cursor: the epoch, and the number of changes so far. */
export function cursorOf({ epoch }: ModelServer, { changes }: Relationship): string {
  return `${epoch}.${changes}`;
}
