import { enter, type Person, type Stage } from "./stage.ts";

/** Whoever administers the product signs in on the web. */
export const administratorEnters = (stage: Stage): Promise<Person> =>
  enter(stage, {
    name: "Olga Operator",
    role: "operator",
    clientId: "sideline-web",
    tokenRoles: ["admin"],
  });
