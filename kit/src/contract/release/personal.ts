import type { FileRule } from '../file-types.ts';
import { isDeclaredPath } from './upstreams.ts';

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

/** A declared path whose requests are not all JSON. */
export interface PersonalExchange {
  /** As of an upstream: `/me`, `/orders/*`. */
  path: string;
  /**
   * A form of a page may post to it, also without JavaScript. `form`: its fields, URL-encoded; else its fields and
   * files, as `multipart/form-data`.
   */
  body?: 'form' | FileRule;
  /** A read answers a file, which browsers save and do not show; or `events`, server-sent ones. */
  answer?: FileRule | 'events';
}

/** @param declared an entry of `paths`: a pattern alone takes and answers JSON. */
export function personalExchange(declared: string | PersonalExchange): PersonalExchange {
  return typeof declared === 'string' ? { path: declared } : declared;
}

/** @returns the first of the declared paths that a path fits. */
export function findExchange(
  declared: readonly (string | PersonalExchange)[],
  path: string,
): PersonalExchange | undefined {
  return declared.map(personalExchange).find((exchange) => isDeclaredPath([exchange.path], path));
}
