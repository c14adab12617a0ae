import type { Readable } from "node:stream";
import type { DataStore } from "@tus/server";

/** The storage of media bytes, by storage key; keys never leave the server. */
export interface MediaFiles {
  /** The store of the upload protocol. A file is created when it is first requested there. */
  readonly store: DataStore;
  /** Bytes received under this key; null if there is no file. */
  receivedBytes(key: string): Promise<number | null>;
  /** Opens the file of this key, whole or in part. */
  read(key: string, range: ByteRange | null): Promise<Readable>;
  /** Makes a complete file durable against a power cut. */
  keep(key: string): Promise<void>;
  /** Removes the file of this key; a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Writes an empty file, durable against a power cut; an existing one is written again. */
  mark(key: string): Promise<void>;
  /** A page of all files ordered by key, known or unknown. */
  list(page: {
    /** End of the previous page. */
    readonly after: string | null;
    readonly limit: number;
  }): Promise<FilePage>;
}

/** A range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file and its last modification. */
export interface StoredFile {
  readonly key: string;
  readonly writtenAt: Date;
}

/** Files, and the start of the next page; null at the end. */
export interface FilePage {
  readonly files: readonly StoredFile[];
  readonly next: string | null;
}

/** The properties that a store needs before the first byte of a file: size in bytes and content type. */
export interface ExpectedFile {
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Finds the expected file of a key; null if the key is unknown. */
export type FindExpectedFile = (key: string) => Promise<ExpectedFile | null>;
