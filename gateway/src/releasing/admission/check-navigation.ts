import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { SHELL } from '@voltframe/kit/contract/release/composition';
import { linkedPath, MAX_LABEL_LENGTH, MAX_PLACES } from '@voltframe/kit/contract/page/navigation';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';

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
