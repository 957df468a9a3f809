/** @returns the error, with the short id that the error screen shows. */
export function withErrorId<Thrown extends Error>(error: Thrown, id: string | undefined): Thrown {
  return id === undefined ? error : Object.assign(error, { errorId: id });
}

/** @returns the short id of an error that was already recorded. */
export function errorIdOf(error: unknown): string | undefined {
  return (error as { errorId?: string } | undefined)?.errorId;
}

/**
 * @param codeStack of the code that threw it, as its process sent it; a promise where it is not known yet.
 * @returns the error, with the stack.
 */
export function withCodeStack<Thrown extends Error>(
  error: Thrown,
  codeStack: string | undefined | Promise<string | undefined>,
): Thrown {
  // Not enumerable, so that a log does not write the unmapped stack.
  return codeStack === undefined ? error : Object.defineProperty(error, 'codeStack', { value: codeStack });
}

/** @returns the stack of the release code that threw this; undefined for errors of other code. */
export async function codeStackOf(error: unknown): Promise<string | undefined> {
  return (error as { codeStack?: string | Promise<string | undefined> } | undefined)?.codeStack;
}
