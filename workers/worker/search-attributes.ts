import type { Connection } from "@temporalio/client";
import { ACTOR_ATTRIBUTES } from "../../contract/outbox/vocabulary.ts";
import { actors, type ProductActor } from "../actors.ts";

/** Typed search attributes of these actors: the common ones and their own (docs/rooms/actors.md#operators). */
export function searchAttributesOf(
  of: readonly ProductActor[] = actors,
): Readonly<Record<string, keyof typeof INDEXED_VALUE_TYPE>> {
  const own = of.flatMap(({ definition }) => definition.searchAttributes);
  return {
    ...Object.fromEntries(own.map((name) => [name, "KEYWORD" as const])),
    ...ACTOR_ATTRIBUTES,
  };
}

/** Registers missing search attributes in a namespace. Idempotent. */
export async function registerSearchAttributes(
  connection: Pick<Connection, "operatorService">,
  namespace: string,
): Promise<void> {
  await addSearchAttributes(connection, namespace, await knownTo(connection, namespace));
}

/** Search attributes that a namespace lacks, each with its type: `SidelineKind (KEYWORD)`. */
export async function missingSearchAttributes(
  connection: Pick<Connection, "operatorService">,
  namespace: string,
): Promise<readonly string[]> {
  const known = await knownTo(connection, namespace);
  return Object.entries(searchAttributesOf())
    .filter(([name]) => !known.includes(name))
    .map(([name, type]) => `${name} (${type})`);
}

async function knownTo(
  { operatorService }: Pick<Connection, "operatorService">,
  namespace: string,
): Promise<readonly string[]> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  return Object.keys(customAttributes ?? {});
}

/** Adds unknown search attributes; a time-skipping server cannot list the known ones. */
export async function addSearchAttributes(
  { operatorService }: Pick<Connection, "operatorService">,
  namespace: string,
  known: readonly string[] = [],
): Promise<void> {
  const missing = Object.entries(searchAttributesOf()).filter(([name]) => !known.includes(name));
  if (missing.length === 0) return;
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(
      missing.map(([name, type]) => [name, INDEXED_VALUE_TYPE[type]]),
    ),
  });
}

/** Numbers of `temporal.api.enums.v1.IndexedValueType`. */
const INDEXED_VALUE_TYPE = { KEYWORD: 2, DATETIME: 6 } as const;
