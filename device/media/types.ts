import type { MediaType, UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { PartCall } from "../parts/part-call.ts";

/** Files that the person attaches to actions (docs/rooms/device.md#media). */
export interface MediaPart {
  /**
   * Stores a file durably and sealed. An action then names it in `attachments`, which starts its upload. The same
   * content with the same purpose and type is the same file, however often it is attached.
   */
  attach(file: NewFile): Promise<Attached>;
  /** The files of this scope, oldest first. */
  files(): Promise<readonly MediaFile[]>;
  /** The bytes of a file, to show it without a connection; null if the file or its key is gone. */
  read(file: NamedFile): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Replaces a file in all actions that wait for it, for example after the server refused it. */
  replace(file: NamedFile & NewFile): Promise<Attached | FileAbsent>;
  /**
   * Removes a file from all actions that wait for it. The server then judges them without it.
   *
   * @returns ABSENT if there is no such file, or if an action that was sent names it.
   */
  remove(file: NamedFile): Promise<FileRemoved | FileAbsent>;
  /** The networks that the person allows for the bytes of files. */
  networks(): Promise<AllowedNetworks>;
  /** Stores the choice of the person and applies it at once. */
  allow(choice: PartCall & { readonly networks: AllowedNetworks }): Promise<void>;
  /** Sends the waiting files now. Resolves when each was sent or waits for something. */
  send(call?: PartCall): Promise<void>;
}

/** A file as an app hands it over: its bytes, or a file of the platform that the port `Files` opens. */
export type NewFile = PartCall & {
  readonly purpose: UploadPurpose;
  readonly type: MediaType;
} & ({ readonly bytes: Uint8Array<ArrayBuffer> } | { readonly file: unknown });

/** Names a file of this device. */
export interface NamedFile extends PartCall {
  readonly mediaId: string;
}

/** Outcome of attaching a file. The limits are those of the server. */
export type Attached =
  | { readonly kind: "ATTACHED"; readonly mediaId: string }
  | { readonly kind: "REFUSED"; readonly code: "EMPTY" | "TOO_LARGE" | "TYPE_NOT_ACCEPTED" };

export interface FileRemoved {
  readonly kind: "REMOVED";
}

export interface FileAbsent {
  readonly kind: "ABSENT";
}

/** ANY: every network. UNMETERED: the bytes of files wait for a network that costs nothing. */
export type AllowedNetworks = "ANY" | "UNMETERED";

/** A file of this device, and how far it was sent. */
export interface MediaFile {
  readonly mediaId: string;
  readonly purpose: UploadPurpose;
  readonly type: MediaType;
  readonly sizeBytes: number;
  readonly status: FileStatus;
  /** Bytes that the server has confirmed. */
  readonly sentBytes: number;
  /** Why it is not being sent; null if it is, or need not be. */
  readonly waitsFor: FileWait | null;
  /** When it is tried again, if the retry has a time. */
  readonly retryAt: number | null;
  /** Why the server refused it. */
  readonly rejectionCode: FileRejection | null;
  /** The actions of this device that name it. */
  readonly operations: readonly string[];
}

/**
 * The status of a file.
 * - STORED: it is on this device.
 * - ANNOUNCED: the server expects its bytes.
 * - RECEIVED: the server has it.
 * - REJECTED: the server refused it. The person replaces or removes it.
 */
export const FILE_STATUSES = ["STORED", "ANNOUNCED", "RECEIVED", "REJECTED"] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/**
 * Why a file waits.
 * - OFFLINE, RETRY_AT, SIGN_IN, SCOPE_LOCKED, NO_ACCESS: as for an operation.
 * - UNMETERED_NETWORK: the person allows its bytes only on another network.
 * - STORAGE: the media storage of the relationship is full.
 * - PERSON: the server refused it.
 */
export const FILE_WAITS = [
  "OFFLINE",
  "RETRY_AT",
  "SIGN_IN",
  "SCOPE_LOCKED",
  "NO_ACCESS",
  "UNMETERED_NETWORK",
  "STORAGE",
  "PERSON",
] as const;
export type FileWait = (typeof FILE_WAITS)[number];

/**
 * Why the server refused a file. ANNOUNCED_OTHERWISE: it knows this content with another type. MALFORMED: it does not
 * accept such a file. UNREADABLE: this device has lost its bytes.
 */
export const FILE_REJECTIONS = [
  "SIZE_MISMATCH",
  "HASH_MISMATCH",
  "TYPE_MISMATCH",
  "ANNOUNCED_OTHERWISE",
  "MALFORMED",
  "UNREADABLE",
  "OTHER",
] as const;
export type FileRejection = (typeof FILE_REJECTIONS)[number];
