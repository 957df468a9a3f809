/** The methods of requests for personal data. */
export const PERSONAL_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** The personal data that the pages of an app may request from a backend. The browser requests it after hydration. */
export interface PersonalUse {
  /** As those of an upstream (`UpstreamUse`): `/me`, `/me/orders/*`. */
  paths: string[];
  methods: (typeof PERSONAL_METHODS)[number][];
  /** Id of a route without parameters: unknown visitors of a route that `requires` this are redirected to it. */
  signIn?: string | undefined;
  /** Path → a sample answer, in JSON. Admission hydrates pages with it. */
  samples?: Record<string, unknown> | undefined;
}

/**
 * Limits of one app: names, and paths of each. Limits of a sample: characters of its JSON, and its lists and objects.
 */
export const PERSONAL_LIMITS = { names: 10, paths: 20, characters: 10_000, parts: 500 } as const;

/** Below it are the addresses of personal data: `/-/personal/{app}/{name}/{path}`. */
export const PERSONAL_PREFIX = '/-/personal/';
