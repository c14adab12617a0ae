import type * as z from "zod";
import type { PayloadFault } from "../contract/payload-fault.ts";
import { findPayloadFault } from "./find-payload-fault.ts";

/** One version of a payload: its schema, and what an operation with it stands for. */
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

/** One version of a payload: its schema, for whoever writes an app, and how it is read. */
export interface PayloadVersion<Intent> {
  readonly payload: z.ZodType;
  /** Casts a payload up to the feature's present understanding, or says why it is not of this version. */
  readonly read: (payload: unknown) => PayloadReading<Intent>;
}

/** A payload as its feature understands it, or why the feature cannot. */
export type PayloadReading<Intent> =
  | { readonly intent: Intent; readonly fault?: never }
  | { readonly fault: PayloadFault; readonly intent?: never };
