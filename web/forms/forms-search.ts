import {
  FORM_KINDS,
  FORM_STATUSES,
  type FormKind,
  type FormStatus,
} from "../../contract/forms/vocabulary.ts";

/** The filters of the list, as they stand in the address. A typed search never does. Anything else is dropped. */
export function formsSearch(search: Readonly<Record<string, unknown>>): FormsSearch {
  const kind = FORM_KINDS.find((known) => known === search["kind"]);
  const status = FORM_STATUSES.find((known) => known === search["status"]);
  return { ...(kind && { kind }), ...(status && { status }) };
}

export interface FormsSearch {
  readonly kind?: FormKind;
  readonly status?: FormStatus;
}
