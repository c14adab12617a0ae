/** How to reach Temporal. */
export interface TemporalOptions extends TemporalServer {
  readonly namespace: string;
}

/** A server of Temporal. */
export interface TemporalServer {
  readonly address: string;
  /** Null or absent: a server in a network of its own, without TLS. */
  readonly security?: TemporalSecurity | null;
}

/** How a connection is encrypted, and how the client identifies itself. */
export interface TemporalSecurity {
  /** Certificates in PEM that sign the server's; null trusts the public authorities. */
  readonly authority: string | null;
  /** Name in the server's certificate, if it is not the host of the address. */
  readonly serverName: string | null;
  /** The client's certificate and key, in PEM. */
  readonly pair: { readonly certificate: string; readonly key: string } | null;
  readonly apiKey: string | null;
}

/** The options of a connection, the same for the client's and the worker's. */
export function connectionOptions({ address, security = null }: TemporalServer) {
  if (security === null) return { address };
  const { authority, serverName, pair, apiKey } = security;
  const bytes = (text: string) => Buffer.from(text);
  return {
    address,
    tls: {
      ...(authority !== null && { serverRootCACertificate: bytes(authority) }),
      ...(serverName !== null && { serverNameOverride: serverName }),
      ...(pair !== null && {
        clientCertPair: { crt: bytes(pair.certificate), key: bytes(pair.key) },
      }),
    },
    ...(apiKey !== null && { apiKey }),
  };
}

/** Whether the namespace belongs to a server that knows its clients: it is created there, not by a worker. */
export function isNamespaceForeign({ security = null }: TemporalServer): boolean {
  return security !== null && (security.pair !== null || security.apiKey !== null);
}
