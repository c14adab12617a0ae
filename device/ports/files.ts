/**
 * Durable files of the library, in a folder of its own. It keeps attached media there, sealed and in parts of at most
 * 1 MiB (docs/rooms/device.md#media). Names are visible ASCII without separators.
 */
export interface Files {
  /**
   * Writes a file and makes it durable; an existing one of this name is replaced.
   *
   * @throws SqlFault FULL if there is no room.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file; null if there is none. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removes a file durably, or does nothing if there is none. */
  remove(name: string): Promise<void>;
  /** The names of all files. */
  names(): Promise<readonly string[]>;
  /**
   * Opens a file that the person chose: a path in Node, a `Blob` in a browser.
   *
   * @throws if it is none, or cannot be read.
   */
  open(chosen: unknown): Promise<ChosenFile>;
}

/** A file that the person chose. */
export interface ChosenFile {
  readonly sizeBytes: number;
  /** Reads bytes from one offset up to but not including another. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}
