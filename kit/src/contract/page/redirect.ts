import { REDIRECT_STATUSES } from '../routing/route-rules.ts';

/** Marks a redirect across the copies of this module in the builds of shell and apps. */
const MARK = Symbol.for('voltframe.redirect');

/**
 * A redirect by a loader, `validate` or a guard: the result of {@link redirect}. An error, so that it can be thrown.
 */
export class Redirect extends Error {
  readonly to: string;
  readonly status: number;
  readonly external: boolean;

  constructor(to: string, status: number, external: boolean) {
    super(`Redirect to ${to}`);
    this.name = 'Redirect';
    this.to = to;
    this.status = status;
    this.external = external;
    Object.defineProperty(this, MARK, { value: true });
  }
}

/**
 * Redirects the visitor from a loader, `validate` or a guard: return or throw the result. A document is answered with
 * the status; a navigation in the browser goes on to the target.
 * @param to a path of the site with its query and hash; it may start from the path of the page.
 * @param status 307 by default.
 * @param options `external`: the target may be another site. Never set it for a target that a visitor can choose.
 * @throws TypeError for a status that is no redirect
 */
export function redirect(
  to: string,
  status = 307,
  { external = false }: { external?: boolean } = {},
): Redirect {
  if (!REDIRECT_STATUSES.has(status))
    throw new TypeError(
      `${status} is not a status of a redirect: redirect('${to}', status) takes ${[...REDIRECT_STATUSES].join(', ')}`,
    );
  return new Redirect(to, status, external);
}

/** @returns whether a value that release code returned or threw is a {@link redirect}. */
export function isRedirect(value: unknown): value is Redirect {
  return typeof value === 'object' && value !== null && MARK in value;
}
