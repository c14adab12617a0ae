/** Name of the refresh token in the vault. */
export const REFRESH_TOKEN = "refresh-token";
