/** Key in `cache_metadata` of a decided sign-out that is not complete. */
export const SIGN_OUT = "sign_out";
