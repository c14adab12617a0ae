/**
 * Which room may reach into which other room on a floor; which of two may do so at all is the order of
 * rooms (`floors.js`). Always allowed, and not listed here: another
 * room's contract (its schemas as types only), its rules, its named queries (`db/<room>/queries.ts`),
 * the types of its rows and of what it lets others plug into it (`*-hook.ts`), and a domain event
 * through the outbox. A new line is a decision: say why.
 */
export const edges = [
  // Relations between rows, and statements that touch rows of both rooms in one transaction: people,
  // workspaces and relationships are what everything else is about.
  "db/* -> accounts",
  "db/* -> workspaces",
  "db/* -> relationships",
  "db/* -> invitations",

  // An actor is due by the statement that writes the fact, and until the one that reads it again.
  "db/* -> outbox",

  // Every act may append domain events in its own transaction.
  "activities/* -> outbox",
  // Who acts is known, refused and recorded in one way.
  "activities/* -> accounts",

  // A single action is a batch of one: sync admits it.
  "api/quick-log -> sync",
  // Who is looked for by a contact may only have been invited by it: that is shown as its room shows it.
  "api/sync -> invitations",

  // Who follows an invitation joins a workspace or begins a relationship; who leaves a workspace that
  // nobody takes over ends the relationships in it.
  "activities/invitations -> workspaces",
  "activities/relationships -> invitations",
  "activities/relationships -> workspaces",

  // An assignment that ends takes its untouched tasks back in the same transaction, so that a device
  // that syncs next meets a canceled task.
  "activities/plans -> agenda",
  // Assignments that are past their last day end in the transaction that opens the next one.
  "activities/agenda -> plans",
  // A task that is made has what stores of phones told of its day before, in the transaction that makes it.
  "activities/agenda -> quick-log",
  // A check-in that a plan asks for comes with the assignment of its form, in the transaction that makes it.
  "activities/agenda -> forms",

  // Who registers by an invitation into a workspace is answered like every coach who registers.
  "api/invitations -> workspaces",
  // A registration is answered with the relationship that it began.
  "api/onboarding -> relationships",
  // Who asks is presented in one way, wherever the answer also shows what else they have.
  "api/* -> accounts",
  // A sign-in is linked under the lock of its provider.
  "api/accounts -> providers",
  // A task points at the form it asks for.
  "db/onboarding -> forms",
  // A questionnaire's task is made, reassigned and cancelled with its form, in one transaction.
  "activities/onboarding -> forms",
  // An answer that fills a field of the profile is kept as if the client had typed it there.
  "activities/forms -> relationships",
  // A draft is saved offline: an operation like any other, admitted in the same way.
  "api/forms -> sync",
  // A device is registered with the push token of its app.
  "activities/sync -> notifications",
  // A reminder and whether it may be sent are decided in one transaction.
  "activities/onboarding -> notifications",

  // Packages are made of tasks as they are or will be made, after the days that began were opened; settlement computes
  // the days afresh on which something was trained.
  "activities/workouts -> agenda",
  // A package says what the program's policy is, in the words of plans where none was said.
  "activities/workouts -> plans",

  // What a phone takes along is found by whoever signs in, in the words in which today is.
  "db/workouts -> agenda",
  // Sessions are admitted by sync; a device that reads packages goes along to the session that reads.
  "api/workouts -> sync",

  // A reminder of a draft in conflict and whether it may be sent are decided in one transaction.
  "activities/workouts -> notifications",

  // What is trained completes tasks, on the same working copy of them as taps do, and skips count together.
  "activities/workouts -> quick-log",

  // Whatever wants a coach is asked of the source's own rows; skips are counted as quick-log counts them.
  "activities/inbox -> quick-log",
  // Who is told of a task, and whether, is decided in one transaction.
  "activities/inbox -> notifications",
  // A task is handed over to a member whose place is held until it is done.
  "activities/inbox -> workspaces",

  // Settlement computes the touched days afresh in its own transaction.
  "activities/quick-log -> agenda",

  // Whatever ends a session or an account answers with what its devices are to delete.
  "api/privacy -> sync",
];
