/** Runs tasks one after another, in call order. A failed task does not stop the next. */
export function inOrder(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return async (task) => {
    const run = last.then(task, task);
    last = run.catch(() => null);
    return await run;
  };
}
