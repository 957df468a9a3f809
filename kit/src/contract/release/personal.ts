/** The methods of requests for personal data. */
export const PERSONAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * Limits of one app: names, and paths of each. Limits of a sample: characters of its JSON, and its lists and objects.
 */
export const PERSONAL_LIMITS = { names: 10, paths: 20, characters: 10_000, parts: 500 } as const;

/**
 * The answer to a read of a visitor whom the backend does not know. Its status is 200, because browsers write a line on
 * the console for each error.
 */
export const ANONYMOUS_ANSWER = { state: 'anonymous' } as const;

/** Below it are the addresses of personal data: `/-/personal/{app}/{name}/{path}`. */
export const PERSONAL_PREFIX = '/-/personal/';
