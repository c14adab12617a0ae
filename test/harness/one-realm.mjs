import { TestEnvironment } from "jest-environment-node";

/**
 * The environment of every test file: this process's own globals, not a context of its own. So what a package
 * loaded once can be given to every file, and a global is read without a detour.
 */
export default function OneRealm(config, context) {
  const environment = new TestEnvironment(config, context);
  const { moduleMocker, fakeTimersModern } = environment;
  const timers = { config: config.projectConfig, global: globalThis };
  const { exit } = process;
  const { console } = globalThis;
  return Object.assign(environment, {
    global: globalThis,
    moduleMocker: new moduleMocker.constructor(globalThis),
    fakeTimersModern: new fakeTimersModern.constructor(timers),
    async teardown() {
      await TestEnvironment.prototype.teardown.call(environment);
      // What Jest put in their place for this file would outlive it.
      process.exit = exit;
      globalThis.console = console;
    },
  });
}
