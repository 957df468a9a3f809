/** The methods of requests for personal data. */
export const PERSONAL_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/**
 * Limits of one app: names, and paths of each. Limits of a sample: characters of its JSON, and its lists and objects.
 */
export const PERSONAL_LIMITS = { names: 10, paths: 20, characters: 10_000, parts: 500 } as const;

/** Below it are the addresses of personal data: `/-/personal/{app}/{name}/{path}`. */
export const PERSONAL_PREFIX = '/-/personal/';
