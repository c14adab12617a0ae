/** Title and description of each room in the document; the page shows them in this order. */
export const ROOMS: Readonly<Record<string, { readonly title: string; readonly about: string }>> = {
  sync: {
    title: "Sync",
    about:
      "A device queues operations and submits them in batches of up to 50; each gets its own verdict. " +
      "It reads its scope to get the changes.",
  },
  workouts: {
    title: "Workouts",
    about:
      "Offline workouts of a client: packages, their manifest and changes; sessions, their batches and the results.",
  },
  "quick-log": { title: "Quick log", about: "One tap on a daily task, online, and its history." },
  agenda: { title: "Agenda", about: "The tasks of a local day." },
  inbox: {
    title: "Inbox",
    about:
      "Tasks for coaches about the clients of a workspace: a queue in which each row shows its reason, " +
      "its score, and what closes it.",
  },
  exercises: {
    title: "Exercises",
    about:
      "Pictures of exercises: whether they may be shown, and which exercise each shows. Videos of exercises, within the " +
      "limits of the media plan, and their use.",
  },
  forms: { title: "Forms", about: "Forms that coaches publish and clients fill in." },
  media: {
    title: "Media",
    about: "Files, uploaded in chunks by the tus protocol, and read in ranges.",
  },
  notifications: {
    title: "Notifications",
    about: "Notifications of people: categories, channels, and reasons.",
  },
  accounts: { title: "Accounts", about: "Identity of people: registration, sessions, profiles." },
  invitations: { title: "Invitations", about: "Links by which clients and coaches join." },
  onboarding: { title: "Onboarding", about: "First steps of a new client." },
  relationships: { title: "Relationships", about: "One client and one workspace: the sync scope." },
  workspaces: { title: "Workspaces", about: "Workspaces of coaches: settings and members." },
  plans: { title: "Plans", about: "Plans that coaches make and assign; they make tasks." },
  providers: { title: "Providers", about: "Ways to sign in." },
  privacy: {
    title: "Privacy",
    about: "Export of everything stored about a person, and deletion of accounts.",
  },
};
