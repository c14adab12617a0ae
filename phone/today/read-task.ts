import { UPLOAD_PURPOSES, type UploadPurpose } from "../../contract/media/vocabulary.ts";
import {
  type Fields,
  type Recorded,
  fieldsOf,
  instantOf,
  isTrue,
  listOf,
  numberOf,
  numbersOf,
  recordedOf,
  textOf,
  textsOf,
} from "./fields.ts";

/**
 * Reads the fields of an API task that a card shows, one by one: a stored task may come from another version of the
 * server.
 */
export function readTask(accepted: object): CardTask {
  const task: Fields = { ...accepted };
  const snapshot = fieldsOf(task, "snapshot");
  const schema = fieldsOf(task, "actionSchema");
  const value = fieldsOf(fieldsOf(task, "completionSummary"), "value");
  return {
    taskId: textOf(task, "taskId") ?? "",
    revision: numberOf(task, "revision") ?? 0,
    status: textOf(task, "status") ?? "",
    kind: textOf(task, "taskKind") ?? "",
    title: textOf(snapshot, "title") ?? "",
    instructions: textOf(snapshot, "instructions"),
    startsAt: instantOf(task, "startsAt"),
    dueAt: instantOf(task, "dueAt"),
    snoozedUntil: instantOf(task, "snoozedUntil"),
    snoozeCount: numberOf(task, "snoozeCount") ?? 0,
    completedAt: instantOf(task, "completedAt"),
    formAssignmentId: textOf(fieldsOf(snapshot, "form"), "formAssignmentId"),
    metric: readMetric(snapshot),
    value: recordedOf(value, "current"),
    items: listOf(task, "items").map(readItem),
    actions: listOf(schema, "actions").map(readAction),
  };
}

/** A task on a card. */
export interface CardTask {
  readonly taskId: string;
  readonly revision: number;
  readonly status: string;
  readonly kind: string;
  readonly title: string;
  readonly instructions: string | null;
  readonly startsAt: number | null;
  readonly dueAt: number | null;
  readonly snoozedUntil: number | null;
  readonly snoozeCount: number;
  readonly completedAt: number | null;
  /** The form that completes it; null if it has none. */
  readonly formAssignmentId: string | null;
  /** The metric of its values; null if it takes none. */
  readonly metric: CardMetric | null;
  readonly value: Recorded | null;
  readonly items: readonly CardItem[];
  readonly actions: readonly CardAction[];
}

/** A part of a task with its own tick. */
export interface CardItem {
  readonly itemId: string;
  readonly label: string;
  readonly amount: string | null;
  readonly status: string;
  readonly bulkEligible: boolean;
  readonly inputs: readonly CardInput[];
}

/** An action that the task offers. */
export interface CardAction {
  readonly kind: string;
  readonly scope: string;
  readonly requiresConfirmation: boolean;
  /** The photos that may go with it; null if it takes none. */
  readonly photos: CardPhotos | null;
  readonly snoozeMinutes: readonly number[];
  readonly mostSnoozes: number;
}

/** How many photos may go with an action, and what for. */
export interface CardPhotos {
  readonly purpose: UploadPurpose;
  readonly least: number;
  readonly most: number;
}

/** A value to enter: one of an item, or the day's value of a metric. */
export interface CardInput {
  readonly key: string;
  readonly type: "number" | "text" | "choice" | "boolean";
  readonly unit: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly choices: readonly string[];
  readonly required: boolean;
}

/** The metric of a task's values. */
export interface CardMetric {
  readonly input: CardInput;
  readonly metricKind: string;
  readonly target: number | null;
}

function readItem(item: Fields): CardItem {
  return {
    itemId: textOf(item, "itemId") ?? "",
    label: textOf(item, "label") ?? "",
    amount: textOf(item, "amount"),
    status: textOf(item, "status") ?? "",
    bulkEligible: isTrue(item, "bulkEligible"),
    inputs: listOf(item, "inputSchema").map(readInput),
  };
}

function readAction(action: Fields): CardAction {
  const snooze = fieldsOf(action, "snooze");
  return {
    kind: textOf(action, "kind") ?? "",
    scope: textOf(action, "scope") ?? "",
    requiresConfirmation: isTrue(action, "requiresConfirmation"),
    photos: readPhotos(fieldsOf(action, "attachments")),
    snoozeMinutes: numbersOf(snooze, "minutes"),
    mostSnoozes: numberOf(snooze, "most") ?? 0,
  };
}

function readPhotos(attachments: Fields): CardPhotos | null {
  const purpose = textOf(attachments, "purpose");
  const most = numberOf(attachments, "most") ?? 0;
  if (purpose === null || !isPurpose(purpose) || most === 0) return null;
  return { purpose, least: numberOf(attachments, "least") ?? 0, most };
}

function isPurpose(purpose: string): purpose is UploadPurpose {
  return Object.hasOwn(UPLOAD_PURPOSES, purpose);
}

function readInput(input: Fields): CardInput {
  return {
    key: textOf(input, "key") ?? "",
    type: typeOf(input),
    unit: textOf(input, "unit"),
    min: numberOf(input, "min"),
    max: numberOf(input, "max"),
    choices: textsOf(input, "choices"),
    required: isTrue(input, "required"),
  };
}

/** A measurement lists its metrics; with a single one it takes values like a habit. */
function readMetric(snapshot: Fields): CardMetric | null {
  const several = listOf(snapshot, "metrics");
  const own = fieldsOf(snapshot, "metric");
  const metric = several.length === 1 ? (several[0] ?? own) : own;
  const metricKind = textOf(metric, "metricKind");
  if (metricKind === null) return null;
  const input = { ...readInput(metric), key: "value", required: true };
  return { input, metricKind, target: numberOf(metric, "target") };
}

/** A metric without a type is a number. */
function typeOf(input: Fields): CardInput["type"] {
  const type = textOf(input, "type");
  return type === "text" || type === "choice" || type === "boolean" ? type : "number";
}
