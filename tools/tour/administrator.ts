import { enter, type Person, type Stage } from "./stage.ts";

/** Signs in an administrator of the product, on the web. */
export const administratorEnters = (stage: Stage): Promise<Person> =>
  enter(stage, {
    name: "Olga Operator",
    role: "operator",
    clientId: "sideline-web",
    tokenRoles: ["admin"],
  });
