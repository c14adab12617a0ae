import { SIGN_OUT } from "../store/names.ts";

/** Condition on `cache_scope scope`: neither a purge order nor a decided sign-out hides it. */
export const OPEN_SCOPE = `scope.status not in ('SEALED', 'PURGING')
  and not exists (select 1 from cache_metadata where key = '${SIGN_OUT}')`;
