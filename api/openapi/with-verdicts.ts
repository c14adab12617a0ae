import * as z from "zod";
import { FINISHED_ELSEWHERE_MESSAGE_KEY, verdictMessageKey } from "../../contract/sync/messages.ts";
import {
  CHANGED_RANGE_MESSAGE_KEY,
  payloadFaultMessageKey,
} from "../../contract/sync/payload-fault-message.ts";
import { PAYLOAD_FAULTS } from "../../contract/payload-fault.ts";
import { VERDICT_CODES, type VerdictCode } from "../../contract/sync/vocabulary.ts";
import { allowedResolutions } from "../../rules/sync/operation-result.ts";
import { type Json, openCodes } from "./openapi-schema.ts";

/** Replaces the codes in results by a reference to their table. */
export function withVerdicts(document: Json): Json {
  const read = documentSchema.safeParse(document);
  if (!read.success) return document;
  const { components } = read.data;
  const { OperationResult: result, OperationReceipt: receipt } = components.schemas;
  const pointing = { OperationResult: pointingAt(result), OperationReceipt: pointingAt(receipt) };
  return {
    ...read.data,
    components: { ...components, schemas: { ...components.schemas, ...pointing } },
  };
}

/** Every code of an operation that was not accepted, with the fields that an app decides by. */
const documentedVerdicts = Object.entries(VERDICT_CODES).flatMap(([name, { status, category }]) => {
  if (!isCode(name)) return [];
  return {
    code: name,
    status,
    category,
    messageKeys: messageKeysOf(name),
    allowedResolutions: allowedResolutions(name),
  };
});

/** JSON Schema of the code of an operation that was not accepted, with one table row per code. */
export const verdictCodeSchema: Json = openCodes(
  documentedVerdicts.map(({ code }) => code),
  [
    "Why an operation was not accepted. An app that does not know a code follows its category; `allowedResolutions` of the result lists the choices for this particular operation.",
    "",
    "| code | status | category | message keys | choices |",
    "| --- | --- | --- | --- | --- |",
    ...documentedVerdicts.map(
      ({ code, status, category, messageKeys, allowedResolutions: resolutions }) =>
        `| ${[code, status, category, messageKeys.join(", "), resolutions.join(", ")].join(" | ")} |`,
    ),
    "",
    "",
  ].join("\n"),
);

const resultSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()) });
const documentSchema = z.looseObject({
  components: z.looseObject({
    schemas: z.looseObject({ OperationResult: resultSchema, OperationReceipt: resultSchema }),
  }),
});

function pointingAt(schema: z.output<typeof resultSchema>): Json {
  const code = { $ref: "#/components/schemas/VerdictCode" };
  return {
    ...schema,
    properties: { ...schema.properties, rejectionCode: code, conflictCode: code },
  };
}

function messageKeysOf(code: VerdictCode): readonly string[] {
  const own = verdictMessageKey(code);
  if (code === "VALUE_OUT_OF_RANGE") return [own, CHANGED_RANGE_MESSAGE_KEY];
  if (code === "SESSION_ALREADY_SUBMITTED") return [own, FINISHED_ELSEWHERE_MESSAGE_KEY];
  if (code !== "PAYLOAD_INVALID") return [own];
  const faults = PAYLOAD_FAULTS.filter((kind) => kind !== "TOO_PRECISE");
  return [own, ...faults.map(payloadFaultMessageKey)];
}

function isCode(name: string): name is VerdictCode {
  return Object.hasOwn(VERDICT_CODES, name);
}
