import type * as z from "zod";
import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { QuickLogIntent, QuickLogPayloads } from "../../contract/quick-log/payload-schema.ts";
import type { TODAY_PAYLOADS } from "../../contract/quick-log/today-schema.ts";
import { QUICK_LOG_OPERATIONS, TODAY_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";

/**
 * The request of an operation of quick-log or of today's view (docs/rooms/quick-log.md#todays-names), in the newest
 * version of its type.
 *
 * @param payload is checked only for its task.
 * @returns null for every other type, also for an import, which names no task.
 */
export function intentOf(operationType: string, payload: object): QuickLogIntent | null {
  const kind = QUICK_LOG_OPERATIONS[operationType]?.actionKind;
  if (kind !== undefined) return quickLogIntent(kind, payload);
  return isTodayType(operationType) ? TODAY_READERS[operationType](payload) : null;
}

/** The operations of today's view as requests of quick-log. */
export const TODAY_INTENTS: {
  readonly [Type in TodayType]: (payload: TodayPayload<Type>) => QuickLogIntent;
} = {
  "today.start": (payload) => ({ actionKind: "OPEN_STRUCTURED_LOG", payload }),
  "today.complete": ({ taskId, confirmed = false }) => ({
    actionKind: "COMPLETE_TASK",
    payload: { taskId },
    withItems: { confirmed },
  }),
  "today.skip": (payload) => ({ actionKind: "SKIP", payload }),
};

type TodayType = keyof typeof TODAY_OPERATIONS;
type TodayPayload<Type extends TodayType> = z.output<(typeof TODAY_PAYLOADS)[Type]>;

const TODAY_READERS: Readonly<Record<TodayType, (payload: object) => QuickLogIntent | null>> = {
  "today.start": (payload) =>
    isOfToday("today.start", payload) ? TODAY_INTENTS["today.start"](payload) : null,
  "today.complete": (payload) =>
    isOfToday("today.complete", payload) ? TODAY_INTENTS["today.complete"](payload) : null,
  "today.skip": (payload) =>
    isOfToday("today.skip", payload) ? TODAY_INTENTS["today.skip"](payload) : null,
};

function quickLogIntent<Kind extends QuickLogActionKind>(
  actionKind: Kind,
  payload: object,
): QuickLogIntent<Kind> | null {
  return isOfAction(actionKind, payload) ? { actionKind, payload } : null;
}

function isOfAction<Kind extends QuickLogActionKind>(
  _kind: Kind,
  payload: object,
): payload is QuickLogPayloads[Kind] {
  return namesTask(payload);
}

function isOfToday<Type extends TodayType>(
  _type: Type,
  payload: object,
): payload is TodayPayload<Type> {
  return namesTask(payload);
}

function namesTask(payload: object): boolean {
  return "taskId" in payload && typeof payload.taskId === "string";
}

function isTodayType(type: string): type is TodayType {
  return Object.hasOwn(TODAY_OPERATIONS, type);
}
