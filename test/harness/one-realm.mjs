import v8 from "node:v8";
import { TestEnvironment } from "jest-environment-node";

/**
 * The environment of every test file: the globals of this process instead of a context per file. A package loaded
 * once can be shared by all files, and a global is read without indirection.
 */
export default function OneRealm(config, context) {
  const environment = new TestEnvironment(config, context);
  const { moduleMocker, fakeTimersModern } = environment;
  const timers = { config: config.projectConfig, global: globalThis };
  const { exit, getBuiltinModule } = process;
  const { console } = globalThis;
  const { testTimeout = 0 } = config.globalConfig;
  return Object.assign(environment, {
    global: globalThis,
    /** A timeout given to a test may be longer than the run's, never shorter: campaigns play many more rounds. */
    handleTestEvent(event) {
      const limited = { test_start: event.test, hook_start: event.hook }[event.name];
      if (limited) limited.timeout = Math.max(limited.timeout ?? 0, testTimeout);
    },
    moduleMocker: new moduleMocker.constructor(globalThis),
    fakeTimersModern: new fakeTimersModern.constructor(timers),
    async teardown() {
      await TestEnvironment.prototype.teardown.call(environment);
      for (const stop of promiseHooks.splice(0)) stop();
      // Jest's replacements for this file would otherwise outlive it.
      Object.assign(process, { exit, getBuiltinModule });
      globalThis.console = console;
      // Jest's listeners would otherwise receive the events of all later files, and keep this file's modules in memory.
      for (const key of Object.getOwnPropertySymbols(globalThis))
        if (/^(?:EVENT_HANDLERS|JEST_STATE_SYMBOL)$/.test(key.description))
          Reflect.deleteProperty(globalThis, key);
    },
  });
}

/**
 * Functions that end the promise hooks of the present file. The Temporal SDK sets one when it replays a history in this
 * process, and never ends it. Every promise of all later files would then take several times as long.
 */
const promiseHooks = [];
const { createHook } = v8.promiseHooks;
v8.promiseHooks.createHook = (callbacks) => {
  const stop = createHook(callbacks);
  promiseHooks.push(stop);
  return stop;
};
