import { contractsText } from '@voltframe/kit/contract/contract-version';
import type { GatewayStatus } from '@voltframe/kit/contract/operations/site-status';
import { A_GATEWAY, type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import { buildMatcher, matchRules, ruleGuards } from '@voltframe/kit/contract/routing/route-rules';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { contractError } from '@voltframe/kit/packaging/release-reader';
import { type AllowedSources, refusedSources } from '../../platform/settings/allowed-sources.ts';
import { ruleCacheDefect } from '../../serving/responses/cache-policy.ts';
import { type Claim, ownsPattern } from './pattern-ownership.ts';

/** Most scripts of a release. Every page of the site loads 45 bytes for each, in its document or after hydration. */
const MOST_SCRIPTS = 1_000;

/**
 * Defects of one release by its manifest. Pure.
 * @param claims routes, resources and kept segments of all apps of the candidate.
 */
export function checkRelease(release: Release, claims: readonly Claim[]): Finding[] {
  const contract = contractError(release);
  return [
    ...(contract ? [finding(release.app, contract)] : []),
    ...checkRules(release, claims),
    ...checkScripts(release),
  ];
}

/** What the operator of the site allows releases. */
export interface AllowedByOperator {
  /** Whether development builds may go live. */
  developmentBuilds: boolean;
  /** Most bytes of all files for browsers of a release. */
  clientBytes: number;
  /** The foreign sources that apps may use. */
  allowsSource: AllowedSources;
}

/** Whether the operator allows what a release is and loads. Pure. */
export function checkAllowed(
  release: Release,
  { developmentBuilds, clientBytes, allowsSource }: AllowedByOperator,
): Finding[] {
  const { app, development, routes, islands } = release;
  const declared = [...routes, ...Object.values(islands)].map(({ csp }) => csp);
  return [
    ...(development && !developmentBuilds ? [finding(app, admissionErrors.DEVELOPMENT())] : []),
    ...checkClientSize(release, clientBytes),
    ...refusedSources(app, mergeSources(...declared), allowsSource).map((refused) =>
      finding(app, admissionErrors.FOREIGN_SOURCE({ app, ...refused })),
    ),
  ];
}

/**
 * @param gateways the others of the site.
 * @returns a finding for each gateway that cannot serve the release, which waits until no such gateway runs. Pure.
 */
export function checkServed(release: Release, gateways: readonly GatewayStatus[]): Finding[] {
  const { app, contract } = release;
  return gateways.flatMap(({ id, version, contract: window }) =>
    window.oldest <= contract && contract <= window.newest
      ? []
      : [
          finding(
            app,
            admissionErrors.GATEWAY({ app, contract, gateway: id, version, accepted: contractsText(window) }),
            A_GATEWAY,
          ),
        ],
  );
}

function checkRules(release: Release, claims: readonly Claim[]): Finding[] {
  const { app, kind, rules, routes } = release;
  const found: Finding[] = [];
  const matcher = buildMatcher(rules);
  for (const [pattern, rule] of Object.entries(rules)) {
    if (kind !== 'shell' && !ownsPattern(pattern, app, claims))
      found.push(finding(app, admissionErrors.FOREIGN_RULE({ pattern })));
    for (const [header, value] of Object.entries(rule.headers ?? {}))
      if (!isRuleHeader(header, value))
        found.push(finding(app, admissionErrors.RULE_HEADER({ pattern, header })));
    const reason = ruleCacheDefect(rule);
    if (reason !== undefined) found.push(finding(app, admissionErrors.RULE_CACHE({ pattern, reason })));
    if (rule.prerender && ruleGuards(rule).add.length > 0)
      found.push(finding(app, admissionErrors.GUARDED_PRERENDER({ path: pattern })));
  }
  for (const { path, prerender } of routes)
    if (prerender && ruleGuards(matchRules(matcher, path)).add.length > 0)
      found.push(finding(app, admissionErrors.GUARDED_PRERENDER({ path })));
  return found;
}

function checkClientSize({ app, files }: Release, limit: number): Finding[] {
  const own = Object.entries(files).filter(([file]) => file.startsWith('client/'));
  const bytes = own.reduce((sum, [, file]) => sum + file.bytes, 0);
  return bytes <= limit ? [] : [finding(app, admissionErrors.CLIENT_SIZE({ bytes, limit }))];
}

function checkScripts({ app, files }: Release): Finding[] {
  const count = Object.keys(files).filter((file) => /^client\/.+\.js$/.test(file)).length;
  return count > MOST_SCRIPTS ? [finding(app, admissionErrors.SCRIPTS({ count, limit: MOST_SCRIPTS }))] : [];
}

/** Headers that rules may set. Everything else is decided for the whole site. */
const ALLOWED = new Set(['cache-control', 'content-language', 'link', 'x-robots-tag']);

/** An origin that no real site has. An address that resolves to another origin leaves the site. */
const ANY_ORIGIN = 'https://site.invalid';
const MAX_LINKS = 50;

/**
 * @param name in any case.
 * @returns whether a rule may set the header to this value: links lead to addresses of the site itself only, named
 *   by their path.
 */
export function isRuleHeader(name: string, value: string): boolean {
  const key = name.toLowerCase();
  return ALLOWED.has(key) && (key !== 'link' || isOwnLink(value));
}

/**
 * RFC 8288: `<target>; parameter="value", <target>`. Only an unambiguous form is accepted.
 */
function isOwnLink(value: string): boolean {
  const links = value.split(',');
  return links.length <= MAX_LINKS && links.every(isOwnTarget);
}

function isOwnTarget(link: string): boolean {
  const [, target] =
    /^\s*<(\/[^<>"\s\\,]*)>(?:\s*;\s*[\w-]+(?:=(?:[\w/+.:-]+|"[\w /+.:-]*"))?)*\s*$/.exec(link) ?? [];
  return target !== undefined && new URL(target, ANY_ORIGIN).origin === ANY_ORIGIN;
}
