/** Sends requests. It follows no redirect, keeps no cookie and retries nothing. */
export interface Http {
  send(request: HttpRequest): Promise<HttpOutcome>;
}

/** A request to the service. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path and query below the service's address, such as `/api/v1/client/today`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds without an answer after which it counts as silent. */
  readonly silenceMs: number;
}

/** What came back, if anything did. */
export type HttpOutcome = HttpAnswer | HttpSilence;

/** Anything that speaks HTTP answered: the service, or a proxy or portal on the way. */
export interface HttpAnswer {
  readonly kind: "ANSWER";
  readonly status: number;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Milliseconds from sending to the last byte. */
  readonly roundTripMs: number;
}

/** Nothing, or only a part of an answer, arrived. The request may have been carried out all the same. */
export interface HttpSilence {
  readonly kind: "SILENCE";
  readonly reason: "UNREACHABLE" | "TIMEOUT" | "CUT_OFF";
}
