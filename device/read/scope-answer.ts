import { SCOPE_STATES, type ScopeState } from "../../contract/sync/vocabulary.ts";
import { isJsonObject, type JsonObject, objectsAt, textAt } from "../json.ts";

/** The fields of a read of a whole scope that the library uses; null if the answer has another format. */
export function readScopeAnswer(data: unknown): ScopeAnswer | null {
  if (!isJsonObject(data)) return null;
  const serverCursor = textAt(data, "serverCursor");
  const scopeState = SCOPE_STATES.find((state) => state === data["scopeState"]);
  if (serverCursor === null || scopeState === undefined) return null;
  const slices = objectsAt(data, "slices").flatMap((slice) => {
    const name = textAt(slice, "slice");
    const path = textAt(slice, "path");
    return name === null || path === null ? [] : [[name, path] as const];
  });
  return { serverCursor, scopeState, slices: new Map(slices), body: data };
}

/** The answer of `GET …/sync` (docs/rooms/sync.md#reading). */
export interface ScopeAnswer {
  readonly serverCursor: string;
  readonly scopeState: ScopeState;
  /** Paths of the slices that differ from those of this device, by name. */
  readonly slices: ReadonlyMap<string, string>;
  /** The whole answer, unchecked. */
  readonly body: JsonObject;
}
