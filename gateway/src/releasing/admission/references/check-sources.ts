import { type Finding, finding } from '@voltframe/kit/contract/operations/verdict';
import { mergeSources } from '@voltframe/kit/contract/routing/foreign-sources';
import type { Release } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';
import { type AllowedSources, refusedSources } from '../../../platform/settings/allowed-sources.ts';

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
