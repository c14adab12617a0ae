/** Sends requests. It follows no redirect, keeps no cookie and retries nothing. */
export interface Http {
  send(request: HttpRequest): Promise<HttpOutcome>;
}

/** A request to the server. */
export interface HttpRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path and query below the server's address, such as `/api/v1/client/today`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body of bytes, such as a part of a file, instead of a text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  /** Timeout in milliseconds without an answer. */
  readonly silenceMs: number;
}

/** The outcome of a request. */
export type HttpOutcome = HttpAnswer | HttpSilence;

/** An HTTP answer: from the server, or from a proxy or portal on the way. */
export interface HttpAnswer {
  readonly kind: "ANSWER";
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Milliseconds from sending to the last byte. */
  readonly roundTripMs: number;
}

/**
 * No answer, or only a part of one, arrived. The request may have been carried out, unless it is NOT_SENT: the platform
 * knows that nothing left the device.
 */
export interface HttpSilence {
  readonly kind: "SILENCE";
  readonly reason: "NOT_SENT" | "UNREACHABLE" | "TIMEOUT" | "CUT_OFF";
}
