import {
  type Release,
  type ReleaseRoute,
  linkedPath,
  MAX_LABEL_LENGTH,
  MAX_PLACES,
} from '@voltframe/kit/contract/release/release';
import { buildMatcher, matchRules, ruleGuards } from '@voltframe/kit/contract/routing/route-rules';
import { isSince } from '@voltframe/kit/contract/contract-version';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { contractError } from '@voltframe/kit/packaging/release-reader';
import { satisfies, validRange } from 'semver';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import {
  type Claim,
  claimsOf,
  claimTable,
  findClashes,
  keptOf,
  ownsPattern,
  ruleClaimsOf,
} from './pattern-ownership.ts';
import { isRuleHeader } from './check-release.ts';
import { TABLES_SINCE } from '../../serving/compositions/document-scripts.ts';
import { formsOf } from '../../serving/compositions/servable.ts';
import { SHELL } from '@voltframe/kit/contract/release/composition';

/** Ceilings of the platform for what one route adds, whatever its app declares: bytes, brotli. */
export const PLATFORM_BUDGET = { js: 120_000, css: 30_000 } as const;

/** All files of a release below `client/`, also those that no route names: bytes, as they are stored. */
const MOST_CLIENT_BYTES = 32 * 1024 * 1024;
/** Scripts of a release, of which every page of the site has 45 bytes each: once it has hydrated, or in its document. */
const MOST_SCRIPTS = { inTables: 1_000, inDocuments: 250 };

/**
 * Everything that can be said of a candidate without running it. Pure.
 * @param releases one for each app of the candidate composition; each has passed `parseRelease`.
 * @param changed the apps whose release is new: only they are accused of what lies between two apps.
 * @param transfer sha-256 of a client file → bytes as sent (brotli); a file that is not in it counts as it is.
 * @param live what the candidate replaces, by app: what an app keeps it must have had there, unless it is new. Without it, what was
 *   live once goes back, and is believed.
 */
export function checkComposition(
  releases: Release[],
  changed: ReadonlySet<string>,
  transfer: ReadonlyMap<string, number>,
  live: Readonly<Record<string, Release>> = {},
): Finding[] {
  const shell = releases.find(({ app }) => app === SHELL);
  if (!shell) return [...changed].map((app) => finding(app, admissionErrors.NO_SHELL(), SHELL));
  const claims = releases.flatMap(claimsOf);
  const believed = (release: Release) =>
    changed.has(release.app) ? keptOf(release, live[release.app]).believed : release;
  return [
    ...checkClashes(releases.map(believed), changed),
    ...checkShared(releases, shell, changed),
    ...releases
      .filter(({ app }) => changed.has(app))
      .flatMap((release) => [
        ...checkAlone(release, claims, transfer),
        ...checkKept(release, live[release.app]),
      ]),
    ...checkGuards(releases, changed),
    ...checkNavigation(releases, shell, changed),
  ];
}

/** @returns a finding for each changed app that declares forms; for sites that take none. */
export function checkNoForms(releases: Release[], changed: ReadonlySet<string>): Finding[] {
  return releases.flatMap((release) => {
    const { app } = release;
    const forms = formsOf(release).map(({ name }) => name);
    const refused = changed.has(app) && forms.length > 0;
    return refused ? [finding(app, admissionErrors.FORMS({ app, forms: forms.join(', ') }))] : [];
  });
}

function checkAlone(
  release: Release,
  claims: readonly Claim[],
  transfer: ReadonlyMap<string, number>,
): Finding[] {
  const { app, development } = release;
  const contract = contractError(release);
  return [
    ...(contract ? [finding(app, contract)] : []),
    ...(development ? [finding(app, admissionErrors.DEVELOPMENT())] : []),
    ...checkRules(release, claims),
    ...checkClientSize(release),
    ...checkScripts(release),
    ...checkBudgets(release, transfer),
  ];
}

/** Pairs of one changed app and any other; both changed: the second is accused. */
function* pairs(releases: Release[], changed: ReadonlySet<string>): Generator<[Release, Release]> {
  for (const [index, other] of releases.entries())
    for (const release of releases.slice(index + 1)) {
      if (changed.has(release.app)) yield [release, other];
      else if (changed.has(other.app)) yield [other, release];
    }
}

function checkClashes(releases: Release[], changed: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  // Each is compared with all others: what that takes is made once.
  const claimed = new Map(
    releases.map((release) => {
      const answered = claimsOf(release);
      const ids = new Set(release.routes.map(({ id }) => id));
      return [release, { answered, all: claimTable([...answered, ...ruleClaimsOf(release)]), ids }];
    }),
  );
  for (const [release, other] of pairs(releases, changed)) {
    const add = (error: Parameters<typeof finding>[1]) => found.push(finding(release.app, error, other.app));
    const [own, theirs] = [claimed.get(release)!, claimed.get(other)!];
    for (const clash of findClashes(own.answered, theirs.all)) add(clashOf(clash.claim, clash.other));
    for (const id of own.ids)
      if (theirs.ids.has(id)) add(admissionErrors.NAME_CLASH({ kind: 'route', name: id, app: other.app }));
    for (const name of Object.keys(release.islands))
      if (Object.hasOwn(other.islands, name))
        add(admissionErrors.NAME_CLASH({ kind: 'island', name, app: other.app }));
    for (const name of Object.keys(release.guards.named))
      if (Object.hasOwn(other.guards.named, name))
        add(admissionErrors.NAME_CLASH({ kind: 'guard', name, app: other.app }));
    const theirForms = formsOf(other);
    for (const { name, action } of formsOf(release)) {
      if (theirForms.some((form) => form.name === name))
        add(admissionErrors.NAME_CLASH({ kind: 'form', name, app: other.app }));
      if (theirForms.some((form) => form.action === action))
        add(admissionErrors.NAME_CLASH({ kind: 'address of a form', name: action, app: other.app }));
    }
  }
  return found;
}

/** @param claim of the release that is accused. */
function clashOf(claim: Claim, { app, kind, pattern }: Claim): Parameters<typeof finding>[1] {
  const { app: own, id, pattern: path } = claim;
  const segment = `/${claim.segments[0]}`;
  if (kind === 'kept') return admissionErrors.SEGMENT_KEPT({ path, id, segment, owner: app });
  if (claim.kind === 'kept')
    return admissionErrors.KEEPS_TAKEN({ app: own, segment, path: pattern, owner: app });
  return admissionErrors.ROUTE_CLASH({
    path,
    id,
    other: kind === 'rule' ? `the rule ${pattern}` : pattern,
    app,
  });
}

/** An app keeps what it has; else one could take hold of every address that nobody has yet. */
function checkKept(release: Release, live: Release | undefined): Finding[] {
  const { app } = release;
  return keptOf(release, live).neverHad.map((segment) =>
    finding(app, admissionErrors.KEEPS_NEVER_HAD({ app, segment })),
  );
}

/** A new remote needs what the shell provides; a new shell must go on providing what the live remotes need. */
function checkShared(releases: Release[], shell: Release, changed: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  for (const release of releases) {
    const accused = changed.has(release.app) ? release.app : changed.has(SHELL) ? SHELL : undefined;
    if (accused === undefined) continue;
    const waitsFor = accused === SHELL ? release.app : SHELL;
    for (const [module, range] of Object.entries(release.shared.requires)) {
      const version = Object.hasOwn(shell.shared.provides, module)
        ? shell.shared.provides[module]
        : undefined;
      const { app } = release;
      if (version === undefined)
        found.push(finding(accused, admissionErrors.SHARED_MISSING({ app, module }), waitsFor));
      else if (!validRange(range) || !satisfies(version, range, { includePrerelease: true }))
        found.push(
          finding(accused, admissionErrors.SHARED_VERSION({ app, module, range, version }), waitsFor),
        );
    }
  }
  return found;
}

function checkGuards(releases: Release[], changed: ReadonlySet<string>): Finding[] {
  const known = new Set(releases.flatMap((release) => Object.keys(release.guards.named)));
  const found: Finding[] = [];
  for (const release of releases) {
    const named = [
      ...release.routes.flatMap((route) => route.guards.map((name) => ({ name, where: route.path }))),
      ...Object.entries(release.rules).flatMap(([where, rule]) =>
        ruleGuards(rule).add.map((name) => ({ name, where })),
      ),
    ];
    for (const { name, where } of named) {
      if (known.has(name)) continue;
      // An old release whose guard went away with a new one of another app: the new one is accused.
      const accused = changed.has(release.app) || changed.size === 0 ? [release.app] : [...changed];
      found.push(...accused.map((app) => finding(app, admissionErrors.UNKNOWN_GUARD({ name, where }), '*')));
    }
  }
  return found;
}

/** @param claims of all apps. */
function checkRules(release: Release, claims: readonly Claim[]): Finding[] {
  const found: Finding[] = [];
  const matcher = buildMatcher(release.rules);
  for (const [pattern, rule] of Object.entries(release.rules)) {
    if (release.kind !== 'shell' && !ownsPattern(pattern, release.app, claims))
      found.push(finding(release.app, admissionErrors.FOREIGN_RULE({ pattern })));
    for (const [header, value] of Object.entries(rule.headers ?? {}))
      if (!isRuleHeader(header, value))
        found.push(finding(release.app, admissionErrors.RULE_HEADER({ pattern, header })));
    if (rule.prerender && ruleGuards(rule).add.length > 0)
      found.push(finding(release.app, admissionErrors.GUARDED_PRERENDER({ path: pattern })));
  }
  for (const { path, prerender } of release.routes)
    if (prerender && ruleGuards(matchRules(matcher, path)).add.length > 0)
      found.push(finding(release.app, admissionErrors.GUARDED_PRERENDER({ path })));
  return found;
}

function checkClientSize({ app, files }: Release): Finding[] {
  const own = Object.entries(files).filter(([file]) => file.startsWith('client/'));
  const bytes = own.reduce((sum, [, file]) => sum + file.bytes, 0);
  if (bytes <= MOST_CLIENT_BYTES) return [];
  return [finding(app, admissionErrors.CLIENT_SIZE({ bytes, limit: MOST_CLIENT_BYTES }))];
}

function checkScripts({ app, contract, files }: Release): Finding[] {
  const limit = isSince(TABLES_SINCE, contract) ? MOST_SCRIPTS.inTables : MOST_SCRIPTS.inDocuments;
  const count = Object.keys(files).filter((file) => /^client\/.+\.js$/.test(file)).length;
  return count > limit ? [finding(app, admissionErrors.SCRIPTS({ count, limit }))] : [];
}

function checkBudgets(release: Release, transfer: ReadonlyMap<string, number>): Finding[] {
  return release.routes.flatMap((route) =>
    (['js', 'css'] as const).flatMap((kind) => {
      const bytes = addedBytes(release, route, kind, transfer);
      const limit = Math.min(route.budget[kind], PLATFORM_BUDGET[kind]);
      return bytes > limit
        ? [
            finding(
              release.app,
              admissionErrors.BUDGET({ route: route.id, bytes, kind, limit, over: bytes - limit }),
            ),
          ]
        : [];
    }),
  );
}

/** Bytes that a route adds to what the shell brings: a remote's container or base styles, and the route's own files. */
export function addedBytes(
  release: Release,
  route: ReleaseRoute,
  kind: 'js' | 'css',
  transfer: ReadonlyMap<string, number>,
): number {
  const { files, client } = release;
  const base = release.kind === 'shell' ? [] : kind === 'js' ? [client.entry] : client.css;
  const sizeOf = (file: string) => transfer.get(files[file]?.sha256 ?? '') ?? files[file]?.bytes ?? 0;
  return [...new Set([...base, ...route[kind]])].reduce((sum, file) => sum + sizeOf(file), 0);
}

/**
 * Whether header and footer are filled by those whose places they are. Pure.
 * @param shell one of the releases. One without places has its links built in: then no place is anybody's.
 * @param changed the apps whose release is new: of an app and the shell that disagree, the new one is accused.
 */
export function checkNavigation(
  releases: Release[],
  shell: Release,
  changed: ReadonlySet<string>,
): Finding[] {
  return [
    ...(changed.has(SHELL) ? checkCounts(shell) : []),
    ...releases.flatMap((release) => [
      ...(changed.has(release.app) ? checkLinks(release) : []),
      ...checkOwners(release, shell, changed),
    ]),
  ];
}

function checkCounts({ places }: Release): Finding[] {
  return (['header', 'footer'] as const).flatMap((where) => {
    const count = places?.[where].length ?? 0;
    const limit = MAX_PLACES[where];
    return count > limit ? [finding(SHELL, admissionErrors.PLACES({ where, count, limit }))] : [];
  });
}

function checkLinks(release: Release): Finding[] {
  const { app, navigation = {} } = release;
  const found: Finding[] = [];
  for (const [place, link] of Object.entries(navigation)) {
    const count = link.label.length;
    if (count > MAX_LABEL_LENGTH)
      found.push(finding(app, admissionErrors.LINK_LABEL({ place, count, limit: MAX_LABEL_LENGTH })));
    if (linkedPath(release, link) === undefined)
      found.push(finding(app, admissionErrors.LINK_ROUTE({ place, route: link.route, app })));
  }
  return found;
}

function checkOwners(
  { app, navigation = {} }: Release,
  shell: Release,
  changed: ReadonlySet<string>,
): Finding[] {
  const accused = changed.has(app) ? app : changed.has(SHELL) ? SHELL : undefined;
  if (accused === undefined || !shell.places) return [];
  const waitsFor = accused === SHELL ? app : SHELL;
  const owners = new Map(
    [...shell.places.header, ...shell.places.footer].map((place) => [place.place, place.app]),
  );
  return Object.keys(navigation).flatMap((place) => {
    const owner = owners.get(place);
    if (owner === app) return [];
    const error =
      owner === undefined
        ? admissionErrors.PLACE_UNKNOWN({ app, place })
        : admissionErrors.PLACE_TAKEN({ app, place, owner });
    return [finding(accused, error, waitsFor)];
  });
}
