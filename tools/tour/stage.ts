import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@temporalio/client";
import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import type { Tokens } from "../../device/ports/sign-in.ts";
import type { Device } from "../../device/types.ts";
import { signInAtStack } from "../stack/sign-in-at-stack.ts";
import type { RunningStack } from "../stack/stack-file.ts";
import { type FastHouse, type HomeOfStack, openFastHouse } from "./house/fast-house.ts";
import type { Page } from "./page.ts";

/** Environment of the story. */
export interface Stage {
  readonly urls: RunningStack["urls"];
  readonly stack: RunningStack;
  /** The same as `urls.api`: where requests go. */
  readonly api: string;
  readonly temporal: Client;
  readonly page: Page;
  /** Opens a second installation, in which time can be skipped. */
  readonly openFastHouse: () => Promise<FastHouse>;
  /** Suffix of this run's e-mail addresses, so that every person in it is new. */
  readonly run: string;
  /** Zone of coach and client. */
  readonly timezone: string;
  readonly phones: Phones;
}

/** The phones of the people in the story: the folder of their disks, and those that are open. */
export interface Phones {
  readonly folder: string;
  readonly opened: Device[];
}

/** Parts of a stage. */
export interface StageParts {
  readonly stack: RunningStack;
  readonly home: HomeOfStack;
  readonly temporal: Client;
  readonly page: Page;
}

/** Builds the stage of one run. */
export function openStage({ stack, home, temporal, page }: StageParts): Stage {
  return {
    openFastHouse: () => openFastHouse(stack, home),
    stack,
    urls: stack.urls,
    api: stack.urls.api,
    temporal,
    page,
    run: randomBytes(4).toString("hex"),
    timezone: zoneInDaytime(new Date()),
    phones: { folder: mkdtempSync(join(tmpdir(), "sideline-phones-")), opened: [] },
  };
}

/** Closes the phones of a stage and deletes their disks. */
export async function closeStage({ phones }: Stage): Promise<void> {
  for (const device of phones.opened.splice(0)) await device.close();
  rmSync(phones.folder, { recursive: true, force: true });
}

/** A person who signed in. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly token: string;
  /** The same token, as a phone takes it. */
  readonly tokens: Tokens;
}

/** Signs in through the login page: authorization code with PKCE. */
export async function enter(
  { stack, page, run }: Stage,
  {
    name,
    role,
    clientId,
    tokenRoles = [],
  }: { name: string; role: string; clientId: string; tokenRoles?: readonly TokenRole[] },
): Promise<Person> {
  const email = `${role}+${run}@example.com`;
  page.sent(`${stack.urls.provider}: the login page, as ${email} in ${clientId}`);
  const signedIn = await signInAtStack(stack, {
    clientId,
    email,
    name,
    roles: [...tokenRoles],
  });
  page.came(`a code; with PKCE an access token for ${signedIn.expiresInSeconds / 60} min`);
  const { accessToken, expiresInSeconds } = signedIn;
  return {
    name,
    email,
    token: accessToken,
    tokens: { accessToken, refreshToken: "", expiresInSeconds },
  };
}

/** Eight hours apart, so that it is day in one of them and midnight does not fall into the story. */
const ZONES = ["Europe/Berlin", "America/Denver", "Asia/Tokyo"] as const;

/** The first zone in which `now` is between 6 and 22 o'clock. */
export function zoneInDaytime(now: Date): string {
  return ZONES.find((timeZone) => isDay(hourIn(timeZone, now))) ?? ZONES[0];
}

const isDay = (hour: number) => hour >= 6 && hour < 22;

function hourIn(timeZone: string, now: Date): number {
  return Number(
    new Intl.DateTimeFormat("en", { timeZone, hour: "numeric", hourCycle: "h23" }).format(now),
  );
}
