import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { type AllowedSources, refusedSources } from '../../platform/settings/allowed-sources.ts';

/** Headers that rules may set. Everything else is decided for the whole site. */
const ALLOWED: Record<string, (value: string) => boolean> = {
  'cache-control': () => true,
  'content-language': () => true,
  link: isOwnLink,
  'x-robots-tag': () => true,
};

/** No site has it: what it resolves to another origin is not on the site's own. */
const ANY_ORIGIN = 'https://site.invalid';
const MAX_LINKS = 50;

/**
 * @param name in any case.
 * @returns whether a rule may set the header to this value: links lead to addresses of the site itself only, named
 *   by their path.
 */
export function isRuleHeader(name: string, value: string): boolean {
  const key = name.toLowerCase();
  return Object.hasOwn(ALLOWED, key) && ALLOWED[key]!(value);
}

/** RFC 8288: `<target>; parameter="value", <target>`. Only a form that every reader takes for the same is let through. */
function isOwnLink(value: string): boolean {
  const links = value.split(',');
  return links.length <= MAX_LINKS && links.every(isOwnTarget);
}

function isOwnTarget(link: string): boolean {
  const [, target] =
    /^\s*<(\/[^<>"\s\\,]*)>(?:\s*;\s*[\w-]+(?:=(?:[\w/+.:-]+|"[\w /+.:-]*"))?)*\s*$/.exec(link) ?? [];
  return target !== undefined && new URL(target, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Whether what the new releases load from other sites is allowed them. Pure. */
export function checkSources(
  releases: Release[],
  changed: ReadonlySet<string>,
  allows: AllowedSources,
): Finding[] {
  return releases
    .filter(({ app }) => changed.has(app))
    .flatMap(({ app, routes, islands }) => {
      const declared = [...routes, ...Object.values(islands)].map(({ csp }) => csp);
      return refusedSources(app, mergeSources(...declared), allows).map(({ origin, directive, entry }) =>
        finding(app, admissionErrors.FOREIGN_SOURCE({ app, origin, directive, entry })),
      );
    });
}
