import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import * as z from "zod";

/**
 * Reads a history from the text of a file.
 *
 * @param name used as the workflow's id if the file does not contain it.
 * @throws Error if the text is not a history.
 */
export function readHistory(text: string, name: string) {
  const parsed = downloadSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${name} is not a history: it has no events.`);
  const { events } = parsed.data;
  const started = firstSchema.safeParse(events[0]).data;
  const workflowId = started?.workflowExecutionStartedEventAttributes.workflowId ?? name;
  return { workflowId, history: historyFromJSON({ events }) };
}

const eventsSchema = z.looseObject({ events: z.array(z.record(z.string(), z.unknown())).min(1) });
/** The formats that the Temporal UI downloads: bare events, or an object that contains them. */
const downloadSchema = z.union([
  z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .transform((events) => ({ events })),
  eventsSchema,
  z.looseObject({ history: eventsSchema }).transform(({ history }) => history),
]);
const firstSchema = z.looseObject({
  workflowExecutionStartedEventAttributes: z.looseObject({ workflowId: z.string().optional() }),
});
