/**
 * Loads the protocol class of `tus-js-client`. Its package entries also contain file readers and HTTP for Node or for
 * browsers, which refer to globals; the class itself needs none of them.
 */
export async function tusUpload(): Promise<TusUploadClass> {
  const loaded: unknown = await import("tus-js-client/lib.es5/upload.js");
  const found = defaultOf(defaultOf(loaded));
  if (isUploadClass(found)) return found;
  throw new TypeError("tus-js-client has no upload class");
}

/** Depending on the bundler, the default export of a CommonJS module is the export or an object around it. */
function defaultOf(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module
    ? module.default
    : module;
}

function isUploadClass(value: unknown): value is TusUploadClass {
  return typeof value === "function" && "defaultOptions" in value;
}

/** The part of `tus-js-client` 4.3 that the device uses. */
export interface TusUploadClass {
  new (file: object, options: TusOptions): TusUpload;
  /** The class does not add them itself. */
  readonly defaultOptions: object;
}

/** An upload in progress. */
export interface TusUpload {
  start(): void;
  abort(): void;
}

interface TusOptions {
  readonly uploadUrl: string;
  readonly chunkSize: number;
  readonly retryDelays: null;
  readonly storeFingerprintForResuming: false;
  readonly fingerprint: () => Promise<null>;
  readonly fileReader: { openFile(): Promise<TusSource> };
  readonly httpStack: { createRequest(method: string, url: string): TusRequest };
  readonly onChunkComplete: (chunkBytes: number, acceptedBytes: number) => void;
  readonly onSuccess: () => void;
  readonly onError: (error: Error) => void;
}

/** Reads the bytes of a file. */
export interface TusSource {
  readonly size: number;
  slice(start: number, end: number): Promise<{ readonly value: TusBytes; readonly done: boolean }>;
  close(): void;
}

interface TusBytes {
  readonly size: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One HTTP request. */
export interface TusRequest {
  setHeader(name: string, value: string): void;
  getHeader(name: string): string | undefined;
  getMethod(): string;
  getURL(): string;
  setProgressHandler(): void;
  abort(): Promise<void>;
  send(body?: TusBytes | null): Promise<TusResponse>;
}

interface TusResponse {
  getStatus(): number;
  getHeader(name: string): string | undefined;
  getBody(): string;
}
