/** The lists from which one thing is opened: their address, and their name. */
export const LISTS = {
  client: { to: "/clients", name: "frame.clients" },
  plan: { to: "/plans", name: "frame.plans" },
  form: { to: "/forms", name: "forms.title" },
} as const;

/** What a page shows one of. */
export type Listed = keyof typeof LISTS;
