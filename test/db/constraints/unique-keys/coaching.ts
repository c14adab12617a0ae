import { type KeyLine, met, proofAt as at, raceAt as race, sameKey } from "../lines.ts";

const devices = (course: string) => race("sync/races-of-devices.pg", course);

export const KEYS_OF_COACHING: readonly KeyLine[] = [
  {
    keys: ["plan_revision_pkey"],
    becomes: "The plan is locked: the others are answered with the revision, or refused",
    proof: at("plans/plan-races.http", "eight publications make one revision, with one event"),
  },
  {
    keys: ["plan_assignment_active_unique"],
    becomes: "The scope is locked: the others are refused as assigned already",
    proof: at(
      "plans/assign-plan.pg",
      "succeeds once for the same plan, even when eight coaches assign it at once",
    ),
  },
  {
    keys: ["plan_assignment_program_unique"],
    becomes: "The scope is locked: the others learn which program runs",
    proof: at(
      "plans/assignment-races.pg",
      "of eight programs one is assigned, and the others are refused with the running one",
    ),
  },
  {
    keys: [
      "agenda_task_pkey",
      "agenda_task_source_unique",
      "agenda_task_item_task_id_source_item_key_unique",
      "agenda_day_pkey",
      "scope_change_pkey",
    ],
    becomes: "The scope is locked: the other finds the rows of the day and writes none",
    proof: at(
      "agenda/materialise.pg",
      "creates one set of rows and one event each for eight simultaneous deliveries",
    ),
  },
  {
    keys: ["agenda_task_snapshot_pkey"],
    becomes: "The other waits, finds the same content under the key, and uses it",
    proof: at(
      "agenda/task-snapshots.pg",
      "is stored once by two acts that meet, and both their tasks show it",
    ),
  },
  {
    keys: ["agenda_card_key_unique"],
    becomes: "The scope is locked: the other finds the card and leaves it as it is",
    proof: sameKey("agenda_card_key_unique"),
  },
  {
    keys: ["relationship_calendar_pkey", "relationship_scope_pkey"],
    becomes: "They are made with their relationship, by the one registration that makes it",
    proof: at(
      "invitations/register-client.pg",
      "of two hundred simultaneous requests with one token and two hundred sign-ins creates one relationship",
    ),
  },
  {
    keys: ["withheld_occurrence_pkey"],
    becomes: "The other waits and counts one failure more",
    proof: met("withheld_occurrence_pkey"),
  },
  {
    keys: ["focus_pin_pkey"],
    becomes: "The scope is locked: each pin has a revision of its own, the last one stands",
    proof: at(
      "agenda/pin-races.pg",
      "other pins and unpins has its own revision, and the last one remains",
    ),
  },
  {
    keys: ["progress_trend_pkey"],
    becomes: "The scope is locked: the other finds what the first judged",
    proof: at("agenda/adherence.pg", "is reported once by concurrent closes"),
  },
  {
    keys: ["agenda_task_event_operation_unique", "quick_log_operation_pkey"],
    becomes: "The scope is locked: the other is answered with the first's receipts",
    proof: devices("the same batch on eight connections"),
  },
  {
    keys: ["quick_log_operation_undoes_unique"],
    becomes: "The scope is locked: the other undo is refused as ALREADY_UNDONE",
    proof: devices("an undo on each of both phones"),
  },
  {
    keys: ["quick_log_operation_supersedes_unique"],
    becomes: "The scope is locked: the later value takes the place of the one that stands by then",
    proof: sameKey("quick_log_operation_supersedes_unique"),
  },
  {
    keys: ["reported_skip_pkey"],
    becomes: "Settlement locks the scope: the other finds the batch settled",
    proof: sameKey("reported_skip_pkey"),
  },
  {
    keys: [
      "workout_snapshot_pkey",
      "workout_package_content_unique",
      "workout_package_current_unique",
    ],
    becomes: "The scope is locked: the other finds what is offered and offers nothing else",
    proof: at("workouts/prepare-packages.pg", "twice at once has the same result as once"),
  },
  {
    keys: ["workout_session_client_unique"],
    becomes: "The scope is locked: the other is SESSION_ALREADY_SUBMITTED, and in conflict",
    proof: race("workouts/conflicts/races.pg", "one session id on each of both phones"),
  },
  {
    keys: ["workout_session_submitted_unique", "workout_session_credited_unique"],
    becomes: "The scope is locked: the other is SESSION_ALREADY_SUBMITTED, and kept",
    proof: race("workouts/races.pg", "a submit on each of both phones"),
  },
  {
    keys: ["workout_conflict_open_unique"],
    becomes: "The open conflict of the draft takes the newest receipt",
    proof: sameKey("workout_conflict_open_unique"),
  },
  {
    keys: ["workout_result_pkey"],
    becomes: "Settlement locks the scope: the other finds the batch settled",
    proof: sameKey("workout_result_pkey"),
  },
  {
    keys: [
      "coach_task_case_unique",
      "coach_task_occurrence_pkey",
      "coach_task_event_source_unique",
    ],
    becomes: "The scope is locked: the other adds to the task of the case",
    proof: race("inbox/races.pg", "eight equal events"),
  },
  {
    keys: ["coach_task_change_seq_unique", "workspace_inbox_pkey"],
    becomes: "The counter is taken at the commit: the other waits and counts on",
    proof: at(
      "inbox/changes.pg",
      "of several workspaces moves in one order, so that nobody waits in a cycle",
    ),
  },
  {
    keys: ["coach_task_preference_pkey"],
    becomes: "The later choice stands",
    proof: met("coach_task_preference_pkey"),
  },
  {
    keys: ["inbox_read_mark_pkey"],
    becomes: "The later instant stands",
    proof: met("inbox_read_mark_pkey"),
  },
  {
    keys: ["inbox_digest_pkey"],
    becomes: "The other waits and sends none",
    proof: met("inbox_digest_pkey", "%s: of two simultaneous acts only one succeeds"),
  },
  {
    keys: ["source_event_pkey"],
    becomes: "The other is answered as the first, or refused for another content",
    proof: at(
      "inbox/source-events.http",
      "gets the first answer when repeated, even eight times at once; other content is refused",
    ),
  },
  {
    keys: [
      "receipt_pkey",
      "sync_batch_pkey",
      "sync_batch_chain_unique",
      "sync_request_pkey",
      "sync_answers_pkey",
      "device_seen_pkey",
    ],
    becomes: "Scope and device are locked: the other is answered from the first's receipts",
    proof: devices("the same batch on eight connections"),
  },
  {
    keys: ["receipt_kept_pkey", "receipt_kept_receipt_id_unique"],
    becomes: "The device is locked: the other finds the answers gone",
    proof: at("sync/prune-races.pg", "twice at once prunes each receipt once"),
  },
  {
    keys: ["client_batch_pkey"],
    becomes: "The scope is locked: the name stands for what it named first",
    proof: at(
      "sync/known-named-batches.pg",
      "is reported once, without another batch, however often and concurrently it is sent",
    ),
  },
  {
    keys: ["deferred_operation_pkey"],
    becomes: "The scope is locked: the operation stays deferred once",
    proof: sameKey("deferred_operation_pkey"),
  },
  {
    keys: ["operation_attachment_pkey"],
    becomes: "The scope is locked: the operation names its media once",
    proof: sameKey("operation_attachment_pkey"),
  },
  {
    keys: ["operation_replacement_pkey"],
    becomes: "The scope is locked: the other is answered with the new operation",
    proof: at("sync/quarantine.http", "on eight connections at once makes one new operation"),
  },
  {
    keys: ["device_lineage_user_surface_installation_unique", "device_lineage_active_unique"],
    becomes: "The lineage is locked: each registration replaces the former device",
    proof: devices("eight registrations of one installation"),
  },
  {
    keys: ["device_secret_pkey", "device_secret_secret_hash_key"],
    becomes: "A device is new, and its secret with it: the lineage is locked",
    proof: devices("eight registrations of one installation"),
  },
  {
    keys: ["purge_order_open_unique"],
    becomes: "The order that is open is widened; it is told once",
    proof: at("sync/order-purges.pg", "is created once by eight acts, with one event"),
  },
  {
    keys: ["media_content_unique", "upload_pending_unique"],
    becomes: "The scope is locked: the other is answered with the same upload",
    proof: at(
      "media/uploads.http",
      "again returns the same media record and upload, however often and at once",
    ),
  },
];
