/** @returns the error, with the short id that the error screen shows. */
export function withErrorId<Thrown extends Error>(error: Thrown, id: string | undefined): Thrown {
  return id === undefined ? error : Object.assign(error, { errorId: id });
}

/** @returns the short id of an error that was noted already. */
export function errorIdOf(error: unknown): string | undefined {
  return (error as { errorId?: string } | undefined)?.errorId;
}
