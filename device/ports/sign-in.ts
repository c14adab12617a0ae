/** Exchanges a refresh token at the identity provider (docs/rooms/device.md#session). */
export interface SignIn {
  /**
   * @returns new tokens. LOST if the provider refused the refresh token for good, so that the person signs in again.
   *   SILENT if it could not be reached or gave no definite answer.
   */
  renew(refreshToken: string): Promise<Tokens | "LOST" | "SILENT">;
}

/** Tokens of one sign-in. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token, in seconds from when it was received. */
  readonly expiresInSeconds: number;
}
