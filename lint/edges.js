/**
 * Which room may reach into which other room on a floor. Always allowed, and not listed here: another
 * room's contract (its schemas as types only), its rules, its named queries (`db/<room>/queries.ts`),
 * the types of its rows, and a domain event through the outbox. A new line is a decision: say why.
 */
export const edges = [
  // Relations between rows, and statements that touch rows of both rooms in one transaction.
  "db/* -> identity",

  // Every act may append domain events in its own transaction.
  "activities/* -> outbox",

  // A single action is a batch of one: it goes through the door of sync.
  "api/quick-log -> sync",

  // A relationship is born with the scope row that every later writer locks.
  "activities/identity -> sync",

  // A device follows the session that uses it, which is held while it moves.
  "activities/sync -> identity",

  // A relationship that ends takes its assignments with it: nothing is made for it in between.
  "activities/identity -> plans",

  // An assignment that ends takes its untouched tasks back in the same transaction, so that a device
  // that syncs next meets a canceled task.
  "activities/plans -> agenda",
  // The tasks of a day and the mark on their assignments are written in one transaction.
  "activities/agenda -> plans",

  // A relationship begins with its onboarding and takes it along when it pauses, goes on or ends.
  "activities/identity -> onboarding",
  // What a client's app starts from is read in one statement and shown at once, its onboarding included.
  "db/identity -> onboarding",
  "api/identity -> onboarding",
  // A workspace begins with its default questionnaire.
  "activities/identity -> forms",
  // A task points at the form it asks for.
  "db/onboarding -> forms",
  // A questionnaire's task is made, reassigned and cancelled with its form, in one transaction.
  "activities/onboarding -> forms",
  // An answer that fills a field of the profile is kept as if the client had typed it there.
  "activities/forms -> identity",
  // A draft is saved offline: an operation like any other, through the same door.
  "activities/forms -> sync",
  "api/forms -> sync",
  // A session or device that ends takes the push tokens of its app along; a device is registered with its.
  "activities/identity -> notifications",
  "activities/sync -> notifications",
  // A notification goes the way of all mail.
  "activities/notifications -> identity",
  // What support does to an onboarding stands in the audit of its client's account.
  "activities/onboarding -> identity",
  // A reminder and whether it may be sent are decided in one transaction.
  "activities/onboarding -> notifications",

  // What an undo undoes is found though its receipt is a tombstone, under the key that sync gave it.
  "db/quick-log -> sync",
  // A feature plugs its operations and what follows from them into sync, which never names a feature.
  "activities/quick-log -> sync",
  // Settlement computes the touched days afresh in its own transaction.
  "activities/quick-log -> agenda",

  // Whatever ends a session or an account answers with what its devices are to delete.
  "api/identity -> sync",
  "activities/privacy -> sync",
  // What is kept for a time is taken away by one schedule, whoever wrote it.
  "activities/privacy -> identity",
  "activities/privacy -> notifications",
];
