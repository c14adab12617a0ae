/** Key in `cache_metadata` of a sign-out that was decided and is not complete. */
export const SIGN_OUT = "sign_out";
