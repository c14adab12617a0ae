import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import {
  type PhoneStage,
  buildClientOfStage,
  buildCoachOfStage,
  buildTrainingClientOfStage,
  startPhoneStage,
} from "./stage.ts";
import { typedTerminal } from "./typed-terminal.ts";

const cwd = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "sideline-terminal-"));
let stage: PhoneStage;

beforeAll(async () => {
  stage = await startPhoneStage(async () => undefined);
});
afterAll(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

/** Starts the command as a developer does. Each name is another phone. */
function startPhone(name: string, ...more: readonly string[]) {
  const disk = join(folder, name);
  const place = ["--api", stage.api.url, "--provider", stage.issuer, "--folder", disk];
  return typedTerminal(
    spawn(process.execPath, ["tools/phone/terminal/phone-command.ts", ...place, ...more], { cwd }),
  );
}

const numberOf = (day: string, title: string) =>
  new RegExp(`^ *(\\d+) {2}${title}\\b`, "m").exec(day)?.[1] ?? "?";

test("entries that a developer makes in a terminal in airplane mode outlive a kill, and the server accepts each once although an answer is lost", async () => {
  const client = await buildClientOfStage(stage);
  const phone = startPhone("habit");
  expect(await phone.type("today")).toContain("Nobody is signed in. Use: sign-in <e-mail>");
  expect(await phone.type("nonsense")).toContain("There is no command nonsense. Type: help");
  expect(await phone.type(`sign-in ${client.email}`)).toContain("Signed in as");
  const day = await phone.type("today");
  await phone.type("airplane on");
  const [habit, water] = [numberOf(day, "habit"), numberOf(day, "water")];
  expect(await phone.type(`do ${habit}`)).toBe("Saved on this device.\n");
  expect(await phone.type(`record ${water} 1e9`)).toBe("Enter a number.\n");
  expect(await phone.type(`record ${water} 250`)).toBe("Saved on this device.\n");
  expect(await phone.type("entries")).toMatch(/habit: completed: Waiting\. No connection\./);
  expect(await phone.typeLast("kill")).toBe("SIGKILL");

  const again = startPhone("habit");
  expect(await again.type("state")).toMatch(/2 waiting.*\nairplane on, lose-answer off/);
  await again.type("lose-answer on");
  await again.type("airplane off");
  expect(await again.type("wait")).toBe("Nothing waits.\n");
  expect(await again.type("entries")).toMatch(
    /^Answered: 2 entries\n.*250 ml: Accepted.*\n.*habit: completed: Accepted/,
  );
  const receipts = await tables(stage.api.deps.database.em)
    .selectFrom("quickLogOperation")
    .select("status")
    .where("relationshipId", "=", client.relationshipId)
    .execute();
  expect(receipts).toEqual([{ status: "ACCEPTED" }, { status: "ACCEPTED" }]);
  expect(await again.type("sign-out")).toBe("Signed out.\n");
  expect(await again.typeLast("quit")).toBeNull();
});

test("a client trains a workout in a terminal without a connection, and the server accepts it once the phone is online", async () => {
  const client = await buildTrainingClientOfStage(stage);
  const phone = startPhone("training");
  await phone.type(`sign-in ${client.email}`);
  expect(await phone.type("workouts")).toMatch(/ 1 {2}Strength, Legs, .*: 2 exercises, 3 sets/);
  await phone.type("airplane on");
  expect(await phone.type("log 1")).toContain("This workout is not started. Use: start");
  expect(await phone.type("start 1")).toMatch(/0 of 3 sets: In progress[^]* 1\.2 {2}5 reps/);
  expect(await phone.type("log 1 weight=60 rpe=99")).toContain("rpe: Enter a number from");
  expect(await phone.type("log 1 mood=9")).toContain("An input is one of weight, reps");
  expect(await phone.type("log 1 weight=60 rpe=8")).toContain("Squat: 60 kg · 5 reps · RPE 8.");
  expect(await phone.type("log 1.2.1 reps=9")).toContain("Pull-up: 9 reps. Saved");
  expect(await phone.type("workout 1")).toMatch(/1\.1 .*: 60 kg[^]*2\.1 .*: 9 reps/);
  expect(await phone.type("finish 1 felt strong")).toMatch(/^1 set is not entered[^]*Saved/);
  expect(await phone.type("workout 1")).toContain("Finished, waiting to be sent");
  await phone.type("airplane off");
  expect(await phone.type("wait")).toBe("Nothing waits.\n");
  expect(await phone.type("workout 1")).toContain("Accepted");
  const sessions = await tables(stage.api.deps.database.em)
    .selectFrom("workoutSession")
    .selectAll()
    .where("relationshipId", "=", client.relationshipId)
    .execute();
  expect(sessions).toMatchObject([{ status: "SUBMITTED" }]);
  expect(JSON.stringify(sessions)).toContain("felt strong");
  await phone.typeLast("quit");
});

test("a client fills in a form in a terminal and submits it; what is missing is named first", async () => {
  const client = await buildClientOfStage(stage);
  await buildFormAssignment(stage.api.deps.database.em, client);
  const phone = startPhone("form");
  await phone.type(`sign-in ${client.email}`);
  const number = numberOf(await phone.type("forms"), "Intake");
  expect(await phone.type(`form ${number}`)).toMatch(
    / 1 {2}Question 1\n[^]* 3 .* \(cm\), optional\n[^]*1 {2}Yes\n/,
  );
  expect(await phone.type(`submit ${number}`)).toContain("1 answer is missing or does not fit.");
  expect(await phone.type(`answer ${number}.1 run far`)).toBe("Saved on this device.\n");
  expect(await phone.type(`answer ${number}.3 tall`)).toContain("This does not fit the question.");
  expect(await phone.type(`answer ${number}.3 172`)).toBe("Saved on this device.\n");
  expect(await phone.type(`answer ${number}.4 maybe`)).toContain("Choose one: 1 (Yes), 2 (No).");
  expect(await phone.type(`answer ${number}.4 no`)).toBe("Saved on this device.\n");
  expect(await phone.type(`form ${number}`)).toMatch(/run far[^]*172[^]*: No/);
  expect(await phone.type(`submit ${number}`)).toBe("Submitted.\n");
  expect(await phone.type("forms")).not.toContain("Intake");
  await phone.typeLast("quit");
});

test("a coach acts on a row of the inbox in a terminal without a connection, and the badge follows once it is accepted", async () => {
  const coach = await buildCoachOfStage(stage);
  const phone = startPhone("coach", "--coach");
  expect(await phone.type("inbox")).toContain("Nobody is signed in. Use: sign-in <e-mail>");
  await phone.type(`sign-in ${coach.email}`);
  expect(await phone.type("today")).toContain("There is no command today. Type: help");
  expect(await phone.type("inbox")).toMatch(/Open 1, Overdue 0[^]*Open\n 1 .*Missed check-ins/);
  await phone.type("airplane on");
  expect(await phone.type("act 1 fly")).toContain("An act is one of");
  expect(await phone.type("act 1 resolve")).toContain("Choose one: ");
  expect(await phone.type("act 1 resolve handled_outside_app")).toContain("Say in a note how");
  expect(await phone.type("act 1 resolve handled_outside_app we talked")).toContain("Saved");
  expect(await phone.type("inbox")).toMatch(
    /Open 1 \(0 once yours are accepted\)[^]*Waiting to be/,
  );
  expect(await phone.type("task 1")).toMatch(/Accepted: Open\nWaiting to be sent: Resolved/);
  expect(await phone.type("entries")).toContain("Inbox: task resolved: Waiting. No connection.");
  await phone.type("airplane off");
  expect(await phone.type("wait")).toBe("Nothing waits.\n");
  await phone.type("sync");
  expect(await phone.type("inbox")).toContain("Open 0, Overdue 0");
  const row = await stage.api.deps.database.em.fork().findOneOrFail(CoachTask, coach.taskId);
  expect([row.status, row.note]).toEqual(["RESOLVED", "we talked"]);
  await phone.typeLast("quit");
});

test("the help of the terminal names every command, and a single command is carried out without a prompt", async () => {
  const script = ["tools/phone/terminal/phone-command.ts", "--help"];
  const help = execFileSync(process.execPath, script, { cwd, encoding: "utf8" });
  for (const command of [
    "sign-in <e-mail>",
    "today",
    "log <workout>",
    "submit <form>",
    "act <row>",
    "kill",
  ])
    expect(help).toContain(command);
  const one = startPhone("habit", "state");
  expect(await one.ended).toBeNull();
});
