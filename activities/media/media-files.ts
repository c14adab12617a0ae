import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

/** Where the bytes of media lie, by storage key; keys never leave the server. */
export interface MediaFiles {
  /** What the protocol writes into. A file begins to be when it is first asked for there. */
  readonly store: DataStore;
  /** Bytes that have arrived under this key, or null when there are none and never were. */
  receivedBytes(key: string): Promise<number | null>;
  /** Opens what lies under this key, the whole or a part of it. */
  read(key: string, range: ByteRange | null): Promise<Readable>;
  /** Puts what has arrived whole beyond the reach of a power cut. */
  keep(key: string): Promise<void>;
  /** Removes whatever lies under this key; nothing there is fine. */
  remove(key: string): Promise<void>;
  /** Writes a file of no bytes beyond the reach of a power cut; one that is there is written to again. */
  mark(key: string): Promise<void>;
  /** A page of the files in the order of their keys, whoever knows them. */
  list(page: {
    /** Behind which key it begins: where the page before ended. */
    readonly after: string | null;
    readonly limit: number;
  }): Promise<FilePage>;
}

/** Bytes of a file from one place to another, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that is there, and when somebody wrote to it last. */
export interface StoredFile {
  readonly key: string;
  readonly writtenAt: Date;
}

/** Files, and where the next page begins; null at the end. */
export interface FilePage {
  readonly files: readonly StoredFile[];
  readonly next: string | null;
}

/** What a store has to know of a file before its first byte: size in bytes and content type. */
export interface ExpectedFile {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Finds what is expected under a key; null for a key that nobody knows any more. */
export type FindExpectedFile = (key: string) => Promise<ExpectedFile | null>;
