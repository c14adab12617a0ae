/** Key in `cache_metadata` of a decided sign-out that is not complete. */
export const SIGN_OUT = "sign_out";

/** Key in `cache_metadata` of a pending registration, whose answer would name the copied installation. */
export const REGISTRATION_ATTEMPT = "registration";

/** Key in `cache_metadata` of the record that the platform deleted the former database. */
export const EVICTED = "evicted";

/** Name of the installation id in the vault. */
export const INSTALLATION = "installation";

/** Name of the refresh token in the vault. */
export const REFRESH_TOKEN = "refresh-token";
