/** A client's part of the address: the day, the workout or the submission that is open, and the one beside it. Anything else is dropped. */
export function clientSearch(search: Readonly<Record<string, unknown>>): ClientSearch {
  const { day, session, form, other } = search;
  return {
    ...(typeof day === "string" && DATE.test(day) && { day }),
    ...(typeof session === "string" && ID.test(session) && { session }),
    ...(typeof form === "string" && ID.test(form) && { form }),
    ...(typeof other === "string" && ID.test(other) && { other }),
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[0-9a-f-]{36}$/;

export interface ClientSearch {
  /** A local date of the client. */
  readonly day?: string;
  readonly session?: string;
  readonly form?: string;
  /** The submission beside which that of `form` is shown. */
  readonly other?: string;
}
