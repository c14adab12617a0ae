import { checksumOf } from "../../../activities/sync/admission/prepare/judge-operation.ts";
import { newId } from "../../../db/platform/new-id.ts";

/** A body that is bad for its reader, and the route that it is sent to. */
export interface BadBody {
  readonly name: string;
  readonly route: "sync" | "draft" | "registration";
  readonly text: string;
}

const listOf = (count: number, item: string) => `[${`${item},`.repeat(count - 1)}${item}]`;
const membersOf = (count: number, prefix: string, value = "1") =>
  Array.from({ length: count }, (_, index) => `"${prefix}${index}":${value}`).join(",");

/** One operation of a queue with a payload given as raw text. */
function operationOf(payload: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const operation = {
    clientOperationId: newId(),
    operationType: "quick-log.record-value",
    operationVersion: 1,
    localSequence: 1,
    expectedRevision: 1,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    payloadChecksum: `sha-256:${"0".repeat(64)}`,
    ...changes,
  };
  return `${JSON.stringify(operation).slice(0, -1)},"payload":${payload}}`;
}

/** The same with the right checksum, so that all of it is judged. */
function soundOperation(payload: string): string {
  return operationOf(payload, { payloadChecksum: checksumOf(JSON.parse(payload)) });
}

/** A batch with about the maximum number of values and bytes, all of which is read and judged. */
export function largestBody(deviceId: string): string {
  const payload = soundOperation(`{${membersOf(18_000, "name-")}}`);
  const operations = Array.from({ length: 15 }, () => payload.replace(ID, newId()));
  return `{"deviceId":"${deviceId}","operations":[${operations.join(",")}]}`;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Bodies at and above the maximum size, each the worst of its kind for one of the readers. */
export function badBodies(deviceId: string): readonly BadBody[] {
  const batch = (operations: string, more = "") =>
    `{"deviceId":"${deviceId}"${more},"operations":${operations}}`;
  const batchOf = (...operations: readonly string[]) => batch(`[${operations.join(",")}]`);
  const fifteen = (payload: (index: number) => string) =>
    batchOf(...Array.from({ length: 15 }, (_, index) => soundOperation(payload(index))));
  const words = (word: string) => JSON.stringify(word.repeat(Math.floor(9_990 / word.length)));
  const texts = (word: string) => `{"note":${listOf(25, words(word))}}`;
  const sync = (name: string, text: string): BadBody => ({ name, route: "sync", text });
  const envelope = (more: string) => batch(`[${operationOf("{}")}]`, more);
  return [
    sync("1,200,000 empty objects", batchOf(operationOf(`{"a":${listOf(1_200_000, "{}")}}`))),
    sync("190,000 members", batchOf(operationOf(`{${membersOf(190_000, "k")}}`))),
    sync(
      "fifteen payloads of 19,900 members",
      fifteen(() => `{${membersOf(19_900, "k")}}`),
    ),
    sync(
      "fifteen payloads of 19,900 objects",
      fifteen(() => `{"a":${listOf(19_900, "{}")}}`),
    ),
    sync(
      "fifteen payloads of names like numbers",
      fifteen(() => `{${membersOf(19_900, "9")}}`),
    ),
    sync(
      "fifteen payloads of faults",
      batchOf(...Array.from({ length: 15 }, () => operationOf(`{"a":${listOf(19_900, "1e999")}}`))),
    ),
    sync(
      "fifteen payloads of words with an =",
      fifteen(() => texts("abcdefgh= ")),
    ),
    sync(
      "fifteen payloads of addresses",
      fifteen(() => texts("a://b.c/d?e=f&g=h ")),
    ),
    sync(
      "fifteen payloads of dots",
      fifteen(() => texts("eyJabc.eyJ.=")),
    ),
    sync(
      "fifteen payloads of escapes",
      fifteen(() => texts("\u0001\u00e9\n")),
    ),
    sync(
      "a text of four million escapes",
      batchOf(operationOf(`{"a":"${"\\u0041".repeat(680_000)}"}`)),
    ),
    sync("a text of quotes", batchOf(operationOf(`{"a":"${'\\"'.repeat(2_000_000)}"}`))),
    sync("four million blanks", `${" ".repeat(4_100_000)}{}`),
    sync("a number of two million figures", batchOf(operationOf(`{"a":${"9".repeat(2_000_000)}}`))),
    sync("no end of brackets", "[".repeat(4_000_000)),
    sync("six thousand operations of nothing", batch(listOf(6_000, "{}"))),
    sync("unknown fields", batchOf(operationOf("{}")).replace("{", `{${membersOf(15_000, "u")},`)),
    sync(
      "an operation of unknown fields",
      batchOf(
        operationOf(
          "{}",
          Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`u${index}`, 1])),
        ),
      ),
    ),
    sync(
      "diagnostics without end",
      batchOf(
        operationOf("{}", {
          metadata: {
            diagnostics: Object.fromEntries(
              Array.from({ length: 15_000 }, (_, index) => [`d${index}`, "x"]),
            ),
          },
        }),
      ),
    ),
    sync("an outbox of lists", envelope(`,"outbox":${listOf(15_000, "[]")}`)),
    sync("an outbox of texts", envelope(`,"outbox":${listOf(24, words("a://b.c/d?e=f&g=h "))}`)),
    sync(
      "attachments without end",
      batchOf(operationOf("{}").replace("{", `{"attachments":${listOf(15_000, "{}")},`)),
    ),
    sync(
      "parents without end",
      batchOf(operationOf("{}").replace("{", `{"dependsOn":${listOf(15_000, '"a"')},`)),
    ),
    sync("the same name again and again", `{${`"a":1,`.repeat(600_000)}"b":1}`),
    {
      name: "answers without end",
      route: "draft",
      text: `{"deviceId":"${deviceId}","answers":${listOf(19_000, '{"a":1}')}}`,
    },
    {
      name: "an answer of members",
      route: "draft",
      text: `{"deviceId":"${deviceId}","answers":{${membersOf(19_000, "k")}}}`,
    },
    {
      name: "a registration of members",
      route: "registration",
      text: `{${membersOf(6_000, "k")}}`,
    },
    {
      name: "a registration of lists",
      route: "registration",
      text: `{"displayName":${listOf(20_000, "[]")}}`,
    },
  ];
}
