/** What the document says of a room, by its name; the page shows them so. */
export const ROOMS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  sync: {
    title: "Sync",
    about:
      "A device queues operations and submits them in batches of up to 50; each gets its own verdict. " +
      "It reads its scope to learn what changed.",
  },
  workouts: {
    title: "Workouts",
    about:
      "What a client trains without a connection: packages, their manifest and what changed; sessions, their batches and what became of them.",
  },
  "quick-log": { title: "Quick log", about: "One tap on a daily task, online, and its history." },
  agenda: { title: "Agenda", about: "The tasks of a local day." },
  inbox: {
    title: "Inbox",
    about:
      "What of the clients of a workspace wants a coach: a queue in which each row says why it is there, " +
      "why it stands where it stands, and what closes it.",
  },
  exercises: {
    title: "Exercises",
    about:
      "Pictures of exercises: whether they may be shown, and of which exercise each is. Videos of exercises, as far " +
      "as the media plan allows, and what of it is used.",
  },
  forms: { title: "Forms", about: "Forms that coaches publish and clients fill in." },
  media: { title: "Media", about: "Files, sent in parts by the tus protocol, and read in ranges." },
  notifications: {
    title: "Notifications",
    about: "What people are told of, how, and why not.",
  },
  accounts: { title: "Accounts", about: "Who somebody is: registration, sessions, profiles." },
  invitations: { title: "Invitations", about: "Links by which clients and coaches join." },
  onboarding: { title: "Onboarding", about: "What a new client does first." },
  relationships: { title: "Relationships", about: "One client and one workspace: the sync scope." },
  workspaces: { title: "Workspaces", about: "Where coaches work: settings and members." },
  plans: { title: "Plans", about: "What coaches plan and assign; tasks are made of it." },
  providers: { title: "Providers", about: "Ways to sign in." },
  privacy: {
    title: "Privacy",
    about: "What is kept of a person as a file, and deleting an account.",
  },
};
