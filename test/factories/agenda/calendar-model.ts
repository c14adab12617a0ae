import { localDateOf } from "../../../rules/local-day.ts";

const QUARTER_MS = 15 * 60_000;

/**
 * The required calendar of a relationship, computed without the product's rules. Time moves in quarter hours, on
 * which clocks of every zone show whole ones; a date begins once they show a newer one.
 */
export interface CalendarModel {
  zone: string;
  /** The next zone, and when it takes effect. */
  next: { readonly zone: string; readonly at: number } | null;
  /** Past dates in order, each with the instant at which it began. */
  readonly begun: { readonly localDate: string; readonly at: number }[];
  /** False while the calendar is stopped. */
  isRunning: boolean;
  /** The instant up to which the model has advanced. */
  upTo: number;
}

/** A calendar that begins. */
export function beginModel(zone: string, at: number): CalendarModel {
  const begun = [{ localDate: localDateOf(new Date(at), zone), at }];
  return { zone, next: null, begun, isRunning: true, upTo: at };
}

const newestOf = ({ begun }: CalendarModel): string => begun.at(-1)?.localDate ?? "";

/** Advances to an instant, if the calendar runs. */
export function advance(model: CalendarModel, to: number): void {
  const first = Math.floor(model.upTo / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  for (let at = first; model.isRunning && at <= to; at += QUARTER_MS) tick(model, at);
  model.upTo = to;
}

function tick(model: CalendarModel, at: number): void {
  if (model.next !== null && model.next.at <= at) {
    model.zone = model.next.zone;
    model.next = null;
  }
  const localDate = localDateOf(new Date(at), model.zone);
  if (localDate > newestOf(model)) model.begun.push({ localDate, at });
}

/** Stops the calendar at an instant; dates that were not opened until then are never opened. */
export function stop(model: CalendarModel): void {
  model.isRunning = false;
}

/** Resumes at an instant, with the date of that moment. */
export function goOn(model: CalendarModel, at: number): void {
  model.isRunning = true;
  model.upTo = at;
  tick(model, at);
}

/**
 * The client moves: at once while the calendar is stopped, otherwise at the end of the present date in the old zone.
 */
export function moveTo(model: CalendarModel, zone: string, at: number): void {
  const isDue = model.next !== null && model.next.at <= at;
  const present = isDue && model.next !== null ? model.next.zone : model.zone;
  if (zone === present || !model.isRunning) {
    model.zone = zone;
    model.next = null;
  } else if (model.next?.zone !== zone) {
    model.next = { zone, at: endOf(model, at) };
  }
}

function endOf(model: CalendarModel, from: number): number {
  let at = Math.floor(from / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  while (localDateOf(new Date(at), model.zone) <= newestOf(model)) at += QUARTER_MS;
  return at;
}
