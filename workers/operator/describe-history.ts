import type { Client } from "@temporalio/client";
import * as z from "zod";

/** The history of an actor as lines for an operator: what woke it, what it did, what failed. */
export function describeHistory({ events }: History): readonly string[] {
  return (events ?? []).flatMap((event) => {
    const line = describeEvent(event);
    return line === null ? [] : [`${instantOf(event)}  ${line}`];
  });
}

type History = Awaited<ReturnType<ReturnType<Client["workflow"]["getHandle"]>["fetchHistory"]>>;
type Event = NonNullable<History["events"]>[number];
type Failure = NonNullable<NonNullable<Event["markerRecordedEventAttributes"]>["failure"]>;

/** The answer of a settlement; older answers and those of other acts do not match. */
const Settled = z.object({ did: z.array(z.string()), dueReason: z.string().nullable() });

function describeEvent(event: Event): string | null {
  const { signalName } = event.workflowExecutionSignaledEventAttributes ?? {};
  if (typeof signalName === "string") return signalName;
  const marker = event.markerRecordedEventAttributes;
  if (marker?.markerName !== "core_local_activity") return null;
  if (marker.failure) return `  failed: ${codeOf(marker.failure)}`;
  const { success, data } = Settled.safeParse(resultOf(marker.details?.["result"]?.payloads?.[0]));
  if (!success) return null;
  const waits = data.dueReason === null ? "waits for nothing" : `waits for ${data.dueReason}`;
  return `  ${[...data.did, waits].join(", ")}`;
}

/** Code of a failed act. An act that was cut off by its time limit may have committed what it did. */
function codeOf({ applicationFailureInfo, timeoutFailureInfo }: Failure): string {
  return applicationFailureInfo?.type ?? (timeoutFailureInfo ? "TIMED_OUT" : "UNKNOWN");
}

function resultOf(payload: { readonly data?: Uint8Array | null } | undefined): unknown {
  const text = Buffer.from(payload?.data ?? new Uint8Array()).toString("utf8");
  return text === "" ? null : JSON.parse(text);
}

function instantOf({ eventTime }: Event): string {
  return new Date(Number(eventTime?.seconds ?? 0) * 1_000).toISOString().slice(0, 19);
}
