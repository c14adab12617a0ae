import type { Operation, OperationResult } from "../../../../contract/sync/schema.ts";
import { canonicalForm } from "../../../../contract/canonical-form.ts";
import { isJsonObject } from "../../../../device/json.ts";
import { objectOf } from "../../../../device/outbox/object-of.ts";
import type { PersonName } from "./types.ts";

/** Remembers what the server received, decided and showed, across restores from a backup. */
export function makeWitness(): Witness {
  const verdicts = new Map<string, SeenVerdict[]>();
  const shown = new Map<string, string[]>();
  const arrived: Arrival[] = [];
  const breaches: string[] = [];
  const witness: Witness = {
    breaches,
    orderedPurges: new Set(),
    ended: new Set(),
    arrive(person, operation) {
      if (arrived.some(({ id }) => id === operation.clientOperationId)) return;
      const arrival = arrivalOf(person, operation);
      const overtaken = arrived.find((other) => overtakes(other, arrival));
      if (overtaken !== undefined && !isReplaced(arrived, arrival.id))
        breaches.push(`${overtaken.id} arrived before ${arrival.id}, which is older`);
      arrived.push(arrival);
    },
    savedWords: new Set(),
    decide(epoch, { payload }, result) {
      const { clientOperationId: id, status, receiptId } = result;
      const saved = status === "ACCEPTED" ? payload["answers"] : null;
      if (isJsonObject(saved)) witness.savedWords.add(String(saved["main_goal"]));
      verdicts.set(id, [...(verdicts.get(id) ?? []), { epoch, status, receiptId }]);
    },
    show(objects) {
      for (const task of objects) {
        const versions = shown.get(task.taskId) ?? [];
        const text = canonicalForm(task);
        if (versions.at(-1) !== text) versions.push(text);
        shown.set(task.taskId, versions);
      }
    },
    verdictsOn: (id) => verdicts.get(id) ?? [],
    versionOf: (task) => (shown.get(task.taskId) ?? []).lastIndexOf(canonicalForm(task)),
    personOf: (id) => arrived.find((arrival) => arrival.id === id)?.person ?? null,
  };
  return witness;
}

interface Arrival {
  readonly id: string;
  readonly person: PersonName;
  readonly objectId: string | null;
  /** The entries of a history are numbered. A local sequence starts again after a sign-out. */
  readonly ordinal: number;
  readonly replaces: readonly string[];
}

function arrivalOf(person: PersonName, operation: Operation): Arrival {
  const { clientOperationId: id, resubmitOf, resubmitChain = [] } = operation;
  const ordinal = Number(id.split("-").at(-1));
  const replaces = resubmitOf === undefined ? [] : [resubmitOf, ...resubmitChain];
  return { id, person, ordinal, replaces, objectId: objectOf(operation.payload) };
}

/** Whether an operation that arrived earlier is a later one on the same task. A replacement is sent first. */
function overtakes(earlier: Arrival, later: Arrival): boolean {
  return (
    earlier.objectId === later.objectId &&
    earlier.objectId !== null &&
    earlier.ordinal > later.ordinal &&
    earlier.replaces.length === 0
  );
}

function isReplaced(arrived: readonly Arrival[], id: string): boolean {
  return arrived.some(({ replaces }) => replaces.includes(id));
}

/** A final verdict of the server, and the epoch in which it was given. */
export interface SeenVerdict {
  readonly epoch: number;
  readonly status: OperationResult["status"];
  readonly receiptId: string | null;
}

/** The memory of a history. */
export interface Witness {
  /** Things that a device did and no device may do. */
  readonly breaches: string[];
  /** Persons of whom a device was ever ordered to delete something. */
  readonly orderedPurges: Set<PersonName>;
  /** Relationships whose end ordered devices to delete their queue, also if a restore forgot that. */
  readonly ended: Set<string>;
  /** An operation reached the server. */
  arrive(person: PersonName, operation: Operation): void;
  /** The server gave a final verdict. */
  decide(epoch: number, operation: Operation, result: OperationResult): void;
  /** The goals in drafts of forms that were ever accepted. */
  readonly savedWords: Set<string>;
  /** The server showed tasks, or the decisive fields of rows of the inbox. */
  show(objects: readonly { readonly taskId: string }[]): void;
  verdictsOn(clientOperationId: string): readonly SeenVerdict[];
  /** Ordinal of the newest version that equals a task; -1 if the server never showed it like this. */
  versionOf(task: { readonly taskId: string }): number;
  /** The person under whose name an operation first arrived; null if it never did. */
  personOf(clientOperationId: string): PersonName | null;
}
