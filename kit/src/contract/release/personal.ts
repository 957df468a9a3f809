/** The methods of requests for personal data. */
export const PERSONAL_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** What the pages of an app may ask a backend about the visitor who looks at them. The browser asks, after hydration. */
export interface PersonalUse {
  /** As those of an upstream (`UpstreamUse`): `/me`, `/me/orders/*`. */
  paths: string[];
  methods: (typeof PERSONAL_METHODS)[number][];
}

/** Of one app: names, and paths of each. */
export const PERSONAL_LIMITS = { names: 10, paths: 20 } as const;

/** Below it are the addresses of personal data: `/-/personal/{app}/{name}/{path}`. */
export const PERSONAL_PREFIX = '/-/personal/';
