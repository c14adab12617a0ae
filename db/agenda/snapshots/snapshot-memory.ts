import type { StoredActionSchema, TaskSnapshot } from "../../../contract/agenda/schema.ts";

/** The content of a task: what it shows and offers. */
export interface TaskContent {
  readonly snapshot: TaskSnapshot;
  readonly actionSchema: StoredActionSchema;
}

/**
 * Contents by their keys in the memory of a process, bounded in bytes. It only serves reads. It never stands for a row:
 * a restore, a failover or a sweep removes rows that it still knows.
 *
 * There are two generations. When the young one is half an age old or has half of the bytes, it becomes the old one,
 * whose contents are forgotten. An erased content is therefore forgotten after one age at the latest, without a message.
 */
export class SnapshotMemory {
  readonly #limits: MemoryLimits;
  #young = emptyGeneration();
  #old = emptyGeneration();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: MemoryLimits) {
    this.#limits = limits;
  }

  find(key: string): TaskContent | undefined {
    return this.#young.contents.get(key) ?? this.#old.contents.get(key);
  }

  /** Reading a known content again does not prolong its time. */
  remember(key: string, content: TaskContent): void {
    if (this.#young.contents.has(key) || this.#old.contents.has(key)) return;
    const bytes = bytesOf(content);
    const half = this.#limits.bytes / 2;
    if (bytes > half) return;
    if (this.#young.bytes + bytes > half) this.#age();
    this.#young.contents.set(key, frozen(content));
    this.#young.bytes += bytes;
    this.#timer ??= this.#ageLater();
  }

  /** Bytes of all contents. */
  get bytes(): number {
    return this.#young.bytes + this.#old.bytes;
  }

  #age(): void {
    clearTimeout(this.#timer);
    this.#old = this.#young;
    this.#young = emptyGeneration();
    this.#timer = this.#old.contents.size === 0 ? undefined : this.#ageLater();
  }

  #ageLater(): NodeJS.Timeout {
    return setTimeout(() => this.#age(), this.#limits.ageMs / 2).unref();
  }
}

/** How much is remembered, and for how long at most. */
export interface MemoryLimits {
  readonly bytes: number;
  readonly ageMs: number;
}

/** Minutes after which a process has forgotten an erased content (docs/personal-data.md). */
const AGE_MINUTES = 10;

const memory = new SnapshotMemory({ bytes: 32 * 1024 * 1024, ageMs: AGE_MINUTES * 60_000 });

/** The content of this key, if this process read it lately. */
export const findContent = (key: string): TaskContent | undefined => memory.find(key);

/** Remembers a content that was read or stored. */
export const rememberContent = (key: string, content: TaskContent): void =>
  memory.remember(key, content);

interface Generation {
  readonly contents: Map<string, TaskContent>;
  bytes: number;
}

function emptyGeneration(): Generation {
  return { contents: new Map(), bytes: 0 };
}

/** A parsed content takes about four times the bytes of its text. */
function bytesOf(content: TaskContent): number {
  return 4 * JSON.stringify(content).length;
}

/** Requests share a content, so none may change it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value)) frozen(part);
    Object.freeze(value);
  }
  return value;
}
