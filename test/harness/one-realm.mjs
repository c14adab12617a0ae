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
  const { testTimeout = 0 } = config.globalConfig;
  return Object.assign(environment, {
    global: globalThis,
    /** A limit written at a test may be longer than that of the run, never shorter: campaigns play many more rounds. */
    handleTestEvent(event) {
      const limited = { test_start: event.test, hook_start: event.hook }[event.name];
      if (limited) limited.timeout = Math.max(limited.timeout ?? 0, testTimeout);
    },
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
