import { setTimeout as sleep } from "node:timers/promises";
import { en } from "../../../phone/texts/en.ts";
import type { Command } from "./command.ts";

/** Commands of the session and the connection. */
export const SESSION_COMMANDS: Readonly<Record<string, Command>> = {
  "sign-in": {
    usage: "sign-in <e-mail>",
    does: "signs in at the development provider; everybody can",
    run: async (phone, [email]) => {
      if (email === undefined) throw new Error("Name an e-mail address.");
      const outcome = await phone.signIn(email);
      if (outcome !== "SIGNED_IN") return [en.signInFailed[outcome]];
      await phone.device.sync();
      return [`Signed in as ${email}.`];
    },
  },
  "sign-out": {
    usage: "sign-out [<entries to lose>]",
    does: "sends what waits, then signs out; unsent entries are deleted only if you name their number",
    run: async ({ device }, [losing]) => {
      const outcome = await device.signOut(losing === undefined ? 0 : Number.parseInt(losing, 10));
      if (outcome.kind === "SIGNED_OUT") return ["Signed out."];
      if (outcome.kind === "LOCKED") return [en.lockedOut];
      return [`${en.signOutLosing(outcome.unsent)} Use: sign-out ${outcome.unsent}`];
    },
  },
  sync: {
    usage: "sync",
    does: "sends what waits and reads changes",
    run: async ({ device }) => {
      await device.sync();
      const { waiting, connection } = await device.state();
      return [`${connection.toLowerCase()}, ${waiting} waiting`];
    },
  },
  wait: {
    usage: "wait [<seconds>]",
    does: "waits until no entry waits, 30 seconds by default",
    run: async ({ device }, [seconds = "30"]) => {
      for (let left = Number.parseInt(seconds, 10) * 10; left > 0; left -= 1) {
        const { waiting } = await device.state();
        if (waiting === 0) return ["Nothing waits."];
        await sleep(100);
      }
      const { waiting } = await device.state();
      return [en.countWaiting(waiting)];
    },
  },
};
