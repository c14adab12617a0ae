/**
 * Statements are built from the entities (`em`, `tables(em)`), so that the compiler checks them. These files have SQL
 * as text, each for the given reason. A listed file without such SQL is reported.
 */
export const rawSql = {
  "db/agenda/overview/queries.ts": "the name of a type that the builder does not know",
  "db/agenda/summary/next-check-in.ts": "a part of a statement: dates are taken out of an array",
  "db/agenda/weeks/queries.ts": "a part of a statement: the Monday of the oldest week",
  "db/agenda/list-planned-tasks.ts": "as many tasks, items and entries as days have, in one text",
  "db/agenda/snapshots/delete-snapshots.ts":
    "sweep: deletes and prolongs what one look found, in one text",
  "db/agenda/snapshots/load-contents.ts": "hot path: snapshots by their keys, in one text",
  "db/agenda/snapshots/queries.ts": "parts of statements, for statements that are text",
  "db/agenda/snapshots/store-snapshots.ts":
    "as many snapshots as days have, with the keys that the database computes, in one text",
  "db/agenda/today/agenda-parts.ts": "hot path: answers are made as JSON, in one text",
  "db/agenda/today/queries.ts": "hot path: a day with everything it shows, in one text",
  "db/agenda/notices/queries.ts": "recursive: follows the replacements of a task",
  "db/platform/statements/erase-rows.ts":
    "erasing: one text for tables of any key, by the places of their rows",
  "db/platform/partitions/partitions.ts": "calls of functions that run as the owner",
  "db/exercises/search/found-parts.ts":
    "parts of the search's statement: text search, and sets of facets that are counted once each",
  "db/exercises/search/queries.ts":
    "text search and words by their pieces; a page and its counts as JSON, in one text",
  "db/inbox/changes/queries.ts":
    "changes are unfolded from arrays and ended snoozes, at one instant and so in one statement",
  "db/inbox/console/changes/queries.ts":
    "the states of several workspaces as JSON, at one instant and so in one statement",
  "db/inbox/console/overview/queries.ts":
    "hot path: a workspace's clients counted by their days, phones and tasks, in one text",
  "db/inbox/console/roster/client-adherence.ts":
    "parts of statements: sums of a client's days over two spans, from one read",
  "db/inbox/console/roster/folded-name.ts": "parts of statements: a name without its accents",
  "db/inbox/console/roster/phones-of.ts": "parts of statements: sums over a client's phones",
  "db/inbox/console/roster/queries.ts": "the facts of tasks as JSON, one text for each source",
  "db/inbox/console/roster/rank-clients.ts":
    "hot path: clients in the order of their most important tasks, by an index",
  "db/inbox/console/roster/roster-order.ts":
    "parts of statements: a page begins after the keys of an order",
  "db/inbox/console/roster/roster-rows.ts": "hot path: rows of the roster as JSON, in one text",
  "db/inbox/console/roster/shown-days.ts":
    "hot path: the days of a client and their sums, in one text",
  "db/inbox/lock-tasks.ts": "hot path: as many rows as a batch has, in one text",
  "db/inbox/item-parts.ts": "hot path: answers are made as JSON, in one text",
  "db/inbox/sources/source-facts.ts":
    "parts of statements: the facts of a row as JSON, by its source",
  "db/inbox/lists/list-order.ts": "parts of statements: a page begins after the keys of an order",
  "db/inbox/list-next-check-in-dates.ts": "dates are taken out of an array",
  "db/inbox/lists/related-tasks.ts":
    "parts of statements: which task belongs to another, and which stands under it",
  "db/inbox/lists/task-filters.ts": "parts of statements: the conditions of lists and counts",
  "db/inbox/timeline/queries.ts":
    "entries of many tables as one list, and the facts of one page of it, in one text",
  "db/inbox/timeline/timeline-facts.ts":
    "a part of a statement: the facts of an entry as JSON, by its code",
  "db/inbox/counts/active-counts.ts": "parts of statements: the kept counts of each client",
  "db/inbox/counts/kept-counts.ts": "rows are replaced by their sums in one text",
  "db/inbox/counts/queries.ts": "hot path: counts by type, at one instant",
  "db/inbox/details/queries.ts": "a task with its history as JSON, in one text",
  "db/inbox/queries.ts": "hot path: rows of the inbox as JSON, of each class by its index",
  "db/invitations/imports/insert-import.ts": "as many lines as a file has, in one text",
  "db/invitations/imports/write-outcomes.ts": "as many lines as a slice has, in one text",
  "db/onboarding/board/queries.ts":
    "a page with its tasks as JSON; questions and answers are counted out of jsonb",
  "db/outbox/actor-rows.ts":
    "a part of statements: the due columns of an actor, for statements that are text",
  "db/outbox/append-events.ts":
    "hot path: every act appends with it, some within a text of their own",
  "db/outbox/find-due-consumers.ts":
    "sweep: the relay looks for a due row of each consumer separately",
  "db/outbox/find-waiting-starts.ts":
    "sweep: the relay looks for the rows of each consumer separately, and counts some",
  "db/outbox/send-relay-hints.ts": "a notification, without a table",
  "db/outbox/lease-rows.ts": "sweep: the relay queries the due rows of each consumer separately",
  "db/outbox/delete-rows.ts":
    "hot path: as many rows as the relay could not deliver, each with its own pause",
  "db/plans/asking-plans.ts": "spans are taken out of jsonb, and of a program its one day",
  "db/plans/list-item-keys.ts": "keys are taken out of jsonb, of a draft and all revisions",
  "db/media/files/queries.ts": "a date in a zone, and values among a list of any length",
  "db/platform/statements/contains-text.ts": "an operator that ignores case, for every list",
  "db/platform/pipeline/prepare-query.ts": "a slot is a value without text of its own",
  "db/quick-log/load-replacements.ts": "recursive: follows the replacements of a task",
  "db/quick-log/list-check-in-transitions.ts":
    "settling: check-in transitions by conditions that are parts of text",
  "db/quick-log/effects-of.ts": "a part of statements, for statements that are text",
  "db/quick-log/receipts/queries.ts": "hot path: finds receipts by the key of their operation",
  "db/agenda/task-log/queries.ts":
    "hot path: a task and its newest operations as JSON, in one text",
  "db/quick-log/insert-operations.ts": "hot path: as many rows as a batch has, in one text",
  "db/quick-log/load-values.ts": "hot path: everything that a batch of quick-logs is judged by",
  "db/quick-log/queries.ts":
    "a history page is made of jsonb effects, by filters that may be left out under one name",
  "db/quick-log/settlement.ts": "hot path: rows that settling a quick-log reads and closes",
  "db/quick-log/skips/replace-reported-skips.ts":
    "settling: inserts new facts and deletes obsolete ones in one text",
  "db/workouts/issues/queries.ts":
    "conflicts and labelled sessions as one list, with two snapshots",
  "db/workouts/logs/list-logs.ts":
    "logs of sessions and skipped tasks by their keys, with sets as JSON",
  "db/workouts/conflicts/load-conflicts.ts": "a part of a statement: the collation of a text",
  "db/workouts/conflicts/queries.ts":
    "a part of a statement: finds a receipt by the key of its operation",
  "db/workouts/sessions/queries.ts": "parts of a statement: sets are counted out of jsonb",
  "db/workouts/sessions/list-session-transitions.ts":
    "the history of tasks by the ranges of receipts",
  "db/workouts/sessions/list-settled-sessions.ts": "settling: sessions by the ranges of receipts",
  "db/quick-log/update-newest-values.ts":
    "the newest values in force of a page of tasks, from their history, in one text",
  "db/quick-log/update-tasks.ts": "hot path: as many rows as a batch has, in one text",
  "db/platform/scopes/record-scope-changes.ts":
    "hot path: every act in a relationship moves its counter",
  "db/platform/statements/records.ts": "records of the caller as a table of one statement",
  "db/relationships/zone-now.ts": "a part of statements, for statements that are text",
  "db/platform/forget-answers.ts": "a part of a statement: ids are taken out of a text",
  "db/platform/pruning/delete-oldest.ts":
    "pruning: one text for tables of any key, by a query of any table",
  "db/platform/standby/queries.ts": "functions of the server's log, without a table",
  "db/platform/transactions/attempt.ts": "a savepoint is a command, not a statement over tables",
  "db/platform/scopes/changes-since.ts": "parts of statements: changes are spread out of jsonb",
  "db/sync/scope/followed-program.ts": "parts of the scope's text: a program as JSON",
  "db/platform/statements/row-arrays.ts":
    "a part of statements: rows of the caller as arrays, one a column",
  "db/platform/statements/sql-parts.ts": "the parts of statements that the builder cannot express",
  "db/sync/admission/insert-replacements.ts": "hot path: part of an admission",
  "db/sync/admission/load-admission.ts": "hot path: the one read of an admission",
  "db/sync/admission/lock-admission.ts": "hot path: the locks of an admission",
  "db/sync/admission/seen-row.ts":
    "hot path: a part of the texts that record when a device was last seen",
  "db/sync/admission/write-admission.ts": "hot path: the one write of an admission",
  "db/sync/admission/write-deferred.ts": "hot path: as many rows as a batch has, in one text",
  "db/sync/health/queries.ts":
    "phones with their last reports as JSON, and the revision that was in force at a sync",
  "db/sync/client-batches/mark-finished-batches.ts":
    "settling: batches by the keys of their operations, out of jsonb",
  "db/sync/client-batches/queries.ts":
    "a batch with its operations out of jsonb, each looked up by its key",
  "db/sync/devices/touch-device-seen.ts": "hot path: runs with every request of a device",
  "db/sync/receipts/find-prunable-device.ts": "sweep: reads the first batch of each device by key",
  "db/sync/receipts/prunable-receipt.ts":
    "recursive: follows the operations that replaced an operation",
  "db/sync/receipts/prune-device-receipts.ts":
    "sweep: conditions that are parts of text, and a digest of rows",
  "db/sync/receipts/receipt-page.ts":
    "a running sum ends a page of a chain; bytes are sent as base64",
  "db/sync/receipts/stored-receipts.ts": "parts of statements: compressed bytes within JSON",
  "db/sync/receipts/slice-digests.ts": "hashes text made of rows, as the contract defines it",
  "db/sync/scope/queries.ts": "hot path: a scope, its receipts and changes from one snapshot",
  "db/quick-log/find-ended-days.ts":
    "hot path: days that a lane finds by an expression's index, locks and marks",
  "db/quick-log/undo-of-days.ts":
    "settling: as many days as were logged, each opened by its former state",
  "db/sync/settlement/find-due-batches.ts": "hot path: batches that a lane reads, locks and marks",
  "db/sync/settlement/find-due-lanes.ts":
    "hot path: queried five times a second, by an expression's index",
  "db/sync/settlement/lower-devices.ts":
    "hot path: an upsert and the rows that follow from it in one text",
  "db/sync/settlement/device-alarms.ts": "settling: claims by conditions that are parts of text",
  "db/sync/settlement/settlement.ts":
    "hot path: rows that settling batches locks, reads and writes",
  "db/sync/settlement/may-be-stuck.ts": "parts of statements, for statements that are text",
  "db/platform/statements/lane-byte.ts":
    "parts of statements: an expression that indexes have, and rows of the caller",
  "db/platform/statements/operation-key.ts": "a part of statements: a key of hashed bytes",
  "db/platform/statements/receipt-range.ts":
    "a part of statements: ids whose last bits are counted",
  "db/workouts/list-packages-to-dress.ts":
    "a part of a statement: a path into jsonb ends in its text",
  "db/workouts/list-open-workouts.ts":
    "spans are taken out of jsonb, and of a program its one day or its head",
  "db/workouts/package-parts.ts": "hot path: answers are made as JSON, in one text",
  "db/workouts/queries.ts": "hot path: the packages of a phone, as JSON from one snapshot",
  "db/workspaces/adherence-limits.ts": "a part of statements: a default within jsonb",
  "db/platform/scopes/watched-workspaces.ts":
    "a part of a statement that is text; the later of two ends, for a list of any length",
  "db/platform/transactions/transact.ts": "an instant as text, for statements that are text",
};
