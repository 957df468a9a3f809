/**
 * The pending requests of release code to the gateway. A fixed number is in flight; others wait here. It runs in the
 * sandboxed process, so it uses no intrinsic that release code could have replaced.
 */
import { pristine } from './sandbox.ts';

/** @param most questions that are open at the gateway at once. */
export function createOpenQuestions<Answer>(send: (question: object) => void, most: number) {
  const open = pristine.createMap<number, (answer: Answer) => void>();
  /** By turns: the next one to go out, and the next one to come in. */
  const waiting = pristine.createMap<number, () => void>();
  let [first, next, inFlight, lastId] = [0, 0, 0, 0];
  const go = (question: object, resolve: (answer: Answer) => void): void => {
    const id = lastId++;
    inFlight++;
    open.set(id, resolve);
    send({ ...question, id });
  };
  return {
    ask: (question: object): Promise<Answer> =>
      new Promise((resolve) => {
        if (inFlight < most) go(question, resolve);
        else waiting.set(next++, () => go(question, resolve));
      }),
    /** Accepts an answer; ignores the answer of a question that is not open. */
    take(id: number, answer: Answer): void {
      const resolve = open.get(id);
      if (!resolve) return;
      open.delete(id);
      inFlight--;
      const following = waiting.get(first);
      if (following) {
        waiting.delete(first++);
        following();
      }
      resolve(answer);
    },
  };
}
