import type * as z from "zod";
import type { PayloadFault } from "../contract/payload-fault.ts";
import { findPayloadFault } from "./find-payload-fault.ts";

/** One version of a payload: its schema, and the intent of an operation that carries it. */
export function payloadVersion<Schema extends z.ZodType, Intent>(
  schema: Schema,
  intend: (payload: z.output<Schema>) => Intent,
): PayloadVersion<Intent> {
  return {
    payload: schema,
    read: (payload) => {
      const { data, error } = schema.safeParse(payload);
      return error === undefined
        ? { intent: intend(data) }
        : { fault: findPayloadFault(schema, payload, error) };
    },
  };
}

/** One version of a payload: its schema, for authors of an app, and its reader. */
export interface PayloadVersion<Intent> {
  readonly payload: z.ZodType;
  /** Converts a payload to the feature's present intent, or says why it does not match this version. */
  readonly read: (payload: unknown) => PayloadReading<Intent>;
}

/** The intent of a payload, or why it cannot be read. */
export type PayloadReading<Intent> =
  | { readonly intent: Intent; readonly fault?: never }
  | { readonly fault: PayloadFault; readonly intent?: never };
