import { SHELL } from '@voltframe/kit/contract/release/composition';
import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import {
  ANY_APP,
  linkedPath,
  MAX_LABEL_LENGTH,
  MAX_PLACES,
  type Release,
} from '@voltframe/kit/contract/release/release';
import { ruleGuards } from '@voltframe/kit/contract/routing/route-rules';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { satisfies } from 'semver';
import { checkRelease } from './check-release.ts';
import { type Claim, claimTable, claimsOf, findClashes, keptOf, ruleClaimsOf } from './pattern-ownership.ts';

/**
 * All defects of a candidate that its manifests show. Pure.
 * @param releases one for each app of the candidate composition; each has passed `parseRelease`.
 * @param changed the apps with a new release: only these are blamed for a defect between two apps.
 * @param live the releases that the candidate replaces, by app: an app may keep a segment only if it had the segment
 *   there, or is new. Without it every claim is accepted, because the releases were live before.
 */
export function checkComposition(
  releases: Release[],
  changed: ReadonlySet<string>,
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
        ...checkRelease(release, claims),
        ...checkKept(release, live[release.app]),
        ...checkLinks(release),
      ]),
    ...checkGuards(releases, changed),
    ...(changed.has(SHELL) ? checkPlaces(shell) : []),
    ...checkPlaceOwners(releases, shell, changed),
  ];
}

/** Names that only one app of a site may use, by kind. */
const NAMES: Record<string, (release: Release) => string[]> = {
  route: ({ routes }) => routes.map(({ id }) => id),
  island: ({ islands }) => Object.keys(islands),
  guard: ({ guards }) => Object.keys(guards.named),
  form: ({ forms }) => forms.map(({ name }) => name),
  'address of a form': ({ forms }) => forms.map(({ action }) => action),
};

function checkClashes(releases: Release[], changed: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  // Each release is compared with all others, so its tables are built once.
  const tables = releases.map((release) => {
    const claims = claimsOf(release);
    const names = Object.entries(NAMES).map(([kind, of]) => ({ kind, names: new Set(of(release)) }));
    return { app: release.app, claims, all: claimTable([...claims, ...ruleClaimsOf(release)]), names };
  });
  for (const [own, other] of pairs(tables, changed)) {
    const add = (error: Parameters<typeof finding>[1]) => found.push(finding(own.app, error, other.app));
    for (const clash of findClashes(own.claims, other.all)) add(clashOf(clash.claim, clash.other));
    for (const [index, { kind, names }] of own.names.entries())
      for (const name of names.intersection(other.names[index]!.names))
        add(admissionErrors.NAME_CLASH({ kind, name, app: other.app }));
  }
  return found;
}

/** @returns pairs of a changed app and any other. When both are changed, the second is blamed. */
function* pairs<Item extends { app: string }>(
  items: Item[],
  changed: ReadonlySet<string>,
): Generator<[accused: Item, other: Item]> {
  for (const [index, other] of items.entries())
    for (const item of items.slice(index + 1)) {
      if (changed.has(item.app)) yield [item, other];
      else if (changed.has(other.app)) yield [other, item];
    }
}

/** @param claim of the release that is blamed. */
function clashOf(claim: Claim, { app, kind, pattern }: Claim): Parameters<typeof finding>[1] {
  const { app: own, id, pattern: path } = claim;
  const segment = `/${claim.segments[0]}`;
  if (kind === 'kept') return admissionErrors.SEGMENT_KEPT({ path, id, segment, owner: app });
  if (claim.kind === 'kept')
    return admissionErrors.KEEPS_TAKEN({ app: own, segment, path: pattern, owner: app });
  const other = kind === 'rule' ? `the rule ${pattern}` : pattern;
  return admissionErrors.ROUTE_CLASH({ path, id, other, app });
}

/** An app keeps only segments that it had; otherwise one app could reserve every free address. */
function checkKept(release: Release, live: Release | undefined): Finding[] {
  const { app } = release;
  return keptOf(release, live).neverHad.map((segment) =>
    finding(app, admissionErrors.KEEPS_NEVER_HAD({ app, segment })),
  );
}

/**
 * @returns whose release is new, of an app and the shell that do not fit each other, and the app that it waits for;
 * undefined: neither's.
 */
function accusedOf(
  app: string,
  changed: ReadonlySet<string>,
): { accused: string; waitsFor: string } | undefined {
  if (changed.has(app)) return { accused: app, waitsFor: SHELL };
  return changed.has(SHELL) ? { accused: SHELL, waitsFor: app } : undefined;
}

/**
 * A new remote needs modules that the shell provides; a new shell must provide the modules that the live remotes
 * need.
 */
function checkShared(releases: Release[], shell: Release, changed: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  const { provides } = shell.shared;
  for (const { app, shared } of releases) {
    const pair = accusedOf(app, changed);
    if (!pair) continue;
    const add = (error: Parameters<typeof finding>[1]) =>
      found.push(finding(pair.accused, error, pair.waitsFor));
    for (const [module, range] of Object.entries(shared.requires)) {
      const version = Object.hasOwn(provides, module) ? provides[module] : undefined;
      if (version === undefined) add(admissionErrors.SHARED_MISSING({ app, module }));
      else if (!satisfies(version, range, { includePrerelease: true }))
        add(admissionErrors.SHARED_VERSION({ app, module, range, version }));
    }
  }
  return found;
}

function checkGuards(releases: Release[], changed: ReadonlySet<string>): Finding[] {
  const known = new Set(releases.flatMap((release) => Object.keys(release.guards.named)));
  return releases.flatMap(({ app, routes, rules }) => {
    const uses = [
      ...routes.flatMap(({ guards, path }) => guards.map((name) => ({ name, where: path }))),
      ...Object.entries(rules).flatMap(([where, rule]) =>
        ruleGuards(rule).add.map((name) => ({ name, where })),
      ),
    ].filter(({ name }) => !known.has(name));
    // When a new release of another app removed the guard, that release is blamed.
    const accused = changed.has(app) || changed.size === 0 ? [app] : [...changed];
    return uses.flatMap((use) =>
      accused.map((name) => finding(name, admissionErrors.UNKNOWN_GUARD(use), '*')),
    );
  });
}

function checkPlaces({ places }: Release): Finding[] {
  return (['header', 'footer'] as const).flatMap((where) => {
    const count = places?.[where].length ?? 0;
    const limit = MAX_PLACES[where];
    return count > limit ? [finding(SHELL, admissionErrors.PLACES({ where, count, limit }))] : [];
  });
}

function checkLinks(release: Release): Finding[] {
  const { app, navigation = {} } = release;
  return Object.entries(navigation).flatMap(([place, link]) => {
    const { label, route } = link;
    const limit = MAX_LABEL_LENGTH;
    const isLong = label.length > limit;
    return [
      ...(isLong ? [finding(app, admissionErrors.LINK_LABEL({ place, count: label.length, limit }))] : []),
      ...(linkedPath(release, link) === undefined
        ? [finding(app, admissionErrors.LINK_ROUTE({ place, route, app }))]
        : []),
    ];
  });
}

/** A shell without places has built-in links, so no place belongs to an app. */
function checkPlaceOwners(releases: Release[], { places }: Release, changed: ReadonlySet<string>): Finding[] {
  if (!places) return [];
  const all = [...places.header, ...places.footer];
  const open = new Set(all.filter(({ app }) => app === ANY_APP).map(({ place }) => place));
  const fillingOf = (place: string): string | undefined => fillingApp(place, releases, changed);
  const owners = new Map(all.map(({ place, app }) => [place, open.has(place) ? fillingOf(place) : app]));
  return releases.flatMap(({ app, navigation = {} }) => {
    const pair = accusedOf(app, changed);
    const foreign = pair ? Object.keys(navigation).filter((place) => owners.get(place) !== app) : [];
    return foreign.map((place) => {
      const owner = owners.get(place);
      if (owner !== undefined && open.has(place))
        return finding(pair!.accused, admissionErrors.PLACE_FILLED({ app, place, owner }), owner);
      const error =
        owner === undefined
          ? admissionErrors.PLACE_UNKNOWN({ app, place })
          : admissionErrors.PLACE_TAKEN({ app, place, owner });
      return finding(pair!.accused, error, pair!.waitsFor);
    });
  });
}

/** @returns the app that has an open place: the live one before those that change, then the first by name. */
function fillingApp(place: string, releases: Release[], changed: ReadonlySet<string>): string | undefined {
  const filling = releases.filter(({ navigation = {} }) => Object.hasOwn(navigation, place));
  const apps = filling.map(({ app }) => app).toSorted();
  return apps.find((app) => !changed.has(app)) ?? apps[0];
}
