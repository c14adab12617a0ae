/**
 * The imports that rooms of a floor may make from each other. The order of rooms (`floors.js`) decides which of two
 * rooms may import from the other at all. Some imports are always allowed and not listed here:
 * - another room's contract (its schemas as types only) and rules;
 * - its named queries (`db/<room>/queries.ts`), row types and hook types (`*-hook.ts`);
 * - domain events through the outbox.
 * A new line is a decision: give the reason.
 */
export const edges = [
  // Foreign keys, and statements on rows of both rooms in one transaction. Everything else refers to people,
  // workspaces and relationships.
  "db/* -> accounts",
  "db/* -> workspaces",
  "db/* -> relationships",
  "db/* -> invitations",

  // The statement that writes a fact makes its actor due, and the one that reads the fact again ends that.
  "db/* -> outbox",

  // Every act may append domain events in its own transaction.
  "activities/* -> outbox",
  // All rooms identify, refuse and record callers in the same way.
  "activities/* -> accounts",

  // A single action is a batch of one: sync admits it.
  "api/quick-log -> sync",
  // A contact that support searches may only have an invitation, which is shown as its own room shows it.
  "api/sync -> invitations",

  // Accepting an invitation joins a workspace or begins a relationship. Leaving a workspace that nobody takes over
  // ends its relationships.
  "activities/invitations -> workspaces",
  "activities/relationships -> invitations",
  "activities/relationships -> workspaces",

  // An assignment that ends withdraws its untouched tasks in the same transaction, so that a device that syncs next
  // gets a canceled task.
  "activities/plans -> agenda",
  // Assignments past their last day end in the transaction that opens the next day.
  "activities/agenda -> plans",
  // A new task gets the values that health stores sent for its day earlier, in the transaction that makes it.
  "activities/agenda -> quick-log",
  // A plan's check-in comes with the assignment of its form, in the transaction that makes it.
  "activities/agenda -> forms",

  // Registering through an invitation into a workspace has the same answer as any other registration of a coach.
  "api/invitations -> workspaces",
  // The answer to a registration has the relationship that it began.
  "api/onboarding -> relationships",
  // Callers are presented in one way, whatever else the answer shows.
  "api/* -> accounts",
  // A sign-in is linked under the lock of its provider.
  "api/accounts -> providers",
  // A task refers to its form.
  "db/onboarding -> forms",
  // A questionnaire's task is made, reassigned and cancelled with its form, in one transaction.
  "activities/onboarding -> forms",
  // An answer that fills a field of the profile is stored as if the client had typed it there.
  "activities/forms -> relationships",
  // Saving a draft offline is an operation like any other, admitted in the same way.
  "api/forms -> sync",
  // A device is registered with the push token of its app.
  "activities/sync -> notifications",
  // A reminder, and whether it may be sent, are decided in one transaction.
  "activities/onboarding -> notifications",

  // Packages are built from present and future tasks, after the days that have begun were opened. Settlement
  // recomputes the days on which something was trained.
  "activities/workouts -> agenda",
  // A package has the program's policy, or the default of plans.
  "activities/workouts -> plans",

  // The reader of a package is identified by the sign-in, with the same query and columns as today's reader.
  "db/workouts -> agenda",
  // Sync admits sessions. A device that reads packages is recorded in the session that reads.
  "api/workouts -> sync",

  // A reminder of a draft in conflict, and whether it may be sent, are decided in one transaction.
  "activities/workouts -> notifications",

  // Workouts complete tasks on the same working copy as taps do, and skips are counted together.
  "activities/workouts -> quick-log",

  // The inbox queries the rows of its sources; skips are counted as quick-log counts them.
  "activities/inbox -> quick-log",
  // A review in the inbox is written into the row of its source, in the transaction that closes the task.
  "activities/inbox -> workouts",
  "activities/inbox -> agenda",
  // Whether to notify of a task, and whom, is decided in one transaction.
  "activities/inbox -> notifications",
  // Assigning a task to a member locks their membership until the assignment is done.
  "activities/inbox -> workspaces",

  // Settlement recomputes the touched days in its own transaction.
  "activities/quick-log -> agenda",

  // Every act that ends a session or an account answers with the purge orders of its devices.
  "api/privacy -> sync",
];
