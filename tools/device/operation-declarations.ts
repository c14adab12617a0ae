import * as z from "zod";
import {
  commentOf,
  type Declaration,
  nameOf,
  printFields,
  printType,
  referencesOf,
} from "./print-type.ts";

/** The declarations about operations: current versions, types, payloads, and the envelope over all of them. */
export function operationDeclarations(
  schemas: Readonly<Record<string, unknown>>,
  versions: readonly OperationVersion[],
): readonly Declaration[] {
  const types = Map.groupBy(versions, ({ operationType }) => operationType);
  return [
    currentVersions(types),
    laterVersions(types),
    TYPE,
    currentPayloads(types),
    versionedPayloads(types),
    envelope(schemas),
  ];
}

/** An operation type in one version, as the OpenAPI document lists it. */
export interface OperationVersion {
  readonly operationType: string;
  readonly operationVersion: number;
  readonly payload: unknown;
}

const newestOf = (all: readonly OperationVersion[]) =>
  all.reduce((one, other) => (other.operationVersion > one.operationVersion ? other : one));

type Types = ReadonlyMap<string, readonly OperationVersion[]>;

function currentVersions(types: Types): Declaration {
  const lines = [...types].map(([type, all]) => `"${type}": ${newestOf(all).operationVersion},`);
  const text = `/** The newest version of each operation type. */
    export const OPERATION_VERSIONS = {\n${lines.join("\n")}\n} as const;`;
  return { name: "OPERATION_VERSIONS", references: [], text };
}

/** The core of the library contains only these: most types have one version. */
function laterVersions(types: Types): Declaration {
  const lines = [...types].flatMap(([type, all]) => {
    const { operationVersion } = newestOf(all);
    return operationVersion === 1 ? [] : [`"${type}": ${operationVersion},`];
  });
  const text = `/** The newest versions above 1. */
    export const LATER_VERSIONS: Readonly<Record<string, number>> = {\n${lines.join("\n")}\n};`;
  return { name: "LATER_VERSIONS", references: [], text };
}

const TYPE: Declaration = {
  name: "OperationType",
  references: ["OPERATION_VERSIONS"],
  text: `/** An action that a device can queue. */
    export type OperationType = keyof typeof OPERATION_VERSIONS;`,
};

function currentPayloads(types: Types): Declaration {
  const newest = [...types].map(([type, all]) => [type, newestOf(all).payload] as const);
  const lines = newest.map(([type, payload]) => `readonly "${type}": ${printType(payload)};`);
  const text = `/** The payload of each operation type in its newest version. */
    export interface OperationPayloads {\n${lines.join("\n")}\n}`;
  return { name: "OperationPayloads", references: referencesOf(newest), text };
}

function versionedPayloads(types: Types): Declaration {
  const lines = [...types].map(([type, all]) => {
    const payloads = all.map(
      ({ operationVersion, payload }) => `readonly ${operationVersion}: ${printType(payload)};`,
    );
    return `readonly "${type}": { ${payloads.join(" ")} };`;
  });
  const text = `/** The payload of each operation type in each version that the service accepts. */
    export interface VersionedPayloads {\n${lines.join("\n")}\n}`;
  const payloads = [...types.values()].flat().map(({ payload }) => payload);
  return { name: "VersionedPayloads", references: referencesOf(payloads), text };
}

/**
 * One envelope instead of a union: operations differ in type and payload, and in which of the other fields they have.
 */
function envelope(schemas: Readonly<Record<string, unknown>>): Declaration {
  const { description, oneOf } = unionSchema.parse(schemas["Operation"]);
  const operations = oneOf.map(({ $ref }) => operationSchema.parse(schemas[nameOf($ref)]));
  const [first] = operations;
  if (first === undefined) throw new Error("The API has no operation");
  const {
    payload: _,
    operationType: _type,
    ...fields
  } = Object.fromEntries(operations.flatMap(({ properties }) => Object.entries(properties)));
  const isRequired = (name: string) => operations.every(({ required }) => required.includes(name));
  const schema = {
    type: "object",
    // Its description is about one type.
    properties: { ...fields, expectedRevision: { type: "integer", description: REVISION } },
    required: Object.keys(fields).filter(isRequired),
  };
  return {
    name: "Operation",
    references: [...referencesOf(schema), "OperationType", "OperationPayloads"],
    text: `${commentOf(description)}export interface Operation<Type extends OperationType = OperationType> {
      readonly operationType: Type;
      readonly payload: OperationPayloads[Type];
      ${printFields(schema)}
    }`,
  };
}

const REVISION = "The revision that the person saw; absent if the type needs none.";

const unionSchema = z.object({
  description: z.string(),
  oneOf: z.array(z.object({ $ref: z.string() })),
});
const operationSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()),
});
