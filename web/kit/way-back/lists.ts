/** The lists from which one thing is opened: their address, and their name. */
export const LISTS = {
  client: { to: "/clients", name: "frame.clients" },
  plan: { to: "/plans", name: "frame.plans" },
  form: { to: "/forms", name: "forms.title" },
} as const;

/** The kinds of things that have a list and a page each. */
export type Listed = keyof typeof LISTS;
