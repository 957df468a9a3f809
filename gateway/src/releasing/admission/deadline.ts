/** The time that a whole admission may take, however many candidates it tries. */
export interface Deadline {
  limitMs: number;
  /** Aborted once it has passed: nothing more is begun. */
  signal: AbortSignal;
  /** It is not needed any more. */
  end(): void;
}

/** Calls back after a time in milliseconds. @returns calls it off. */
export type After = (ms: number, callback: () => void) => () => void;

export function startDeadline(limitMs: number, after: After): Deadline {
  const passing = new AbortController();
  const callOff = after(limitMs, () => passing.abort());
  return { limitMs, signal: passing.signal, end: callOff };
}

/** @returns what the work gives, or `late` as soon as the deadline has passed; what the work gives then is not waited for. */
export async function within<Result>(
  { signal }: Pick<Deadline, 'signal'>,
  work: Promise<Result>,
  late: Result,
): Promise<Result> {
  const passed = Promise.withResolvers<Result>();
  const pass = (): void => passed.resolve(late);
  if (signal.aborted) pass();
  signal.addEventListener('abort', pass);
  try {
    return await Promise.race([passed.promise, work]);
  } finally {
    signal.removeEventListener('abort', pass);
  }
}
