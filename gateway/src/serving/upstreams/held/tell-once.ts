/**
 * For what is tried again and again, and fails for a while.
 * @param onFailing told of the first failure, and of none after it until it worked again.
 * @returns runs one attempt; never throws.
 */
export function createTellOnce(
  onFailing: (error: unknown) => void,
): (attempt: () => Promise<void>) => Promise<void> {
  let failing = false;
  return async (attempt) => {
    try {
      await attempt();
      failing = false;
    } catch (error) {
      if (!failing) onFailing(error);
      failing = true;
    }
  };
}
