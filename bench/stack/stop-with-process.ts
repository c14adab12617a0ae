/**
 * Stops a stack when its benchmark ends for any reason: a signal, an uncaught error such as a lost connection, or an
 * unhandled rejection.
 */
export function stopWithProcess(stop: () => Promise<void>): void {
  const stopThenExit = async () => {
    await stop().catch(report);
    process.exit(1);
  };
  // A rejection without a handler arrives here too. A second error while the stack stops changes nothing.
  process.on("uncaughtException", (error) => {
    report(error);
    void stopThenExit();
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void stopThenExit());
}

const report = (error: unknown) =>
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
