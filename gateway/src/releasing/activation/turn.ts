/** Runs what it is given one after the other, in the order of the calls; a failure stops nobody. */
export type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
