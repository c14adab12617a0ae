import { localDateOf } from "../../rules/local-day.ts";

const QUARTER_MS = 15 * 60_000;

/**
 * What the calendar of a relationship has to be, told without a rule of the product: time goes by in quarters of an
 * hour, at which clocks of every zone show whole ones, and a date begins once they show a newer one.
 */
export interface CalendarModel {
  zone: string;
  /** The zone that takes its place, and when. */
  next: { readonly zone: string; readonly at: number } | null;
  /** Dates that it had, in their order, with the instant at which each began. */
  readonly begun: { readonly localDate: string; readonly at: number }[];
  /** False while it stands still. */
  isRunning: boolean;
  /** Up to when it was brought. */
  upTo: number;
}

/** A calendar that begins. */
export function beginModel(zone: string, at: number): CalendarModel {
  const begun = [{ localDate: localDateOf(new Date(at), zone), at }];
  return { zone, next: null, begun, isRunning: true, upTo: at };
}

const newestOf = ({ begun }: CalendarModel): string => begun.at(-1)?.localDate ?? "";

/** Lets time go by up to an instant, if it runs. */
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

/** Stands still from an instant on; what was not looked at until then never was. */
export function stop(model: CalendarModel): void {
  model.isRunning = false;
}

/** Goes on at an instant, with the date it is then. */
export function goOn(model: CalendarModel, at: number): void {
  model.isRunning = true;
  model.upTo = at;
  tick(model, at);
}

/** The client moves: at once while it stands still, else once the present date is over where they were. */
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
