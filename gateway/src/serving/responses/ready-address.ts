import { CANONICAL_QUERY } from '@voltframe/kit/contract/page/canonical';
import type { Composition } from '@voltframe/kit/contract/release/composition';

/** Names of the query parameters that an answer may depend on. */
export type DecidingParameters = ReadonlySet<string>;

/** Names that say what they are: an encoded one (`%74ag`) is left to who decodes it. */
const PLAIN_NAME = /^[\w.-]*$/;

/** @returns undefined where global guards look at whole URLs: then every parameter may decide. */
export function decidingParameters({
  id,
  routes,
  globalGuards,
}: Pick<Composition, 'id' | 'routes' | 'globalGuards'>): DecidingParameters | undefined {
  if (globalGuards.length > 0) return undefined;
  // The id of the composition is the name of a payload's first parameter.
  return new Set([id, ...CANONICAL_QUERY, ...routes.flatMap(({ query }) => query)]);
}

/**
 * The address that an answer is kept by: without the parameters that change nothing (`utm_source` and the like).
 * @returns undefined when only its route can tell what the query says.
 */
export function readyAddress(url: string, deciding: DecidingParameters | undefined): string | undefined {
  const queryAt = url.indexOf('?');
  if (queryAt < 0 || !deciding) return url;
  let kept = '';
  for (const part of url.slice(queryAt + 1).split('&')) {
    const valueAt = part.indexOf('=');
    const name = valueAt < 0 ? part : part.slice(0, valueAt);
    if (deciding.has(name)) kept += `${kept === '' ? '?' : '&'}${part}`;
    else if (!PLAIN_NAME.test(name)) return undefined;
  }
  return url.slice(0, queryAt) + kept;
}
