/** The methods of requests for personal data. */
export const PERSONAL_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** What the pages of an app may ask a backend about the visitor who looks at them. The browser asks, after hydration. */
export interface PersonalUse {
  /** As those of an upstream (`UpstreamUse`): `/me`, `/me/orders/*`. */
  paths: string[];
  methods: (typeof PERSONAL_METHODS)[number][];
  /** Id of the route that whoever is not known is led to from a route that `requires` this; one without parameters. */
  signIn?: string | undefined;
  /** Path → an invented answer, in JSON. Admission hydrates pages with it. */
  samples?: Record<string, unknown> | undefined;
}

/** Of one app: names, and paths of each; of a sample: characters as JSON, and lists and objects. */
export const PERSONAL_LIMITS = { names: 10, paths: 20, characters: 10_000, parts: 500 } as const;

/** Below it are the addresses of personal data: `/-/personal/{app}/{name}/{path}`. */
export const PERSONAL_PREFIX = '/-/personal/';
