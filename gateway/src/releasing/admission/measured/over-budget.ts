import type { RouteMeasurement } from '@voltframe/kit/contract/operations/figures';
import { type Finding, finding } from '@voltframe/kit/contract/operations/finding';
import type { ReleaseRoute } from '@voltframe/kit/contract/release/release';
import { admissionErrors } from '@voltframe/kit/errors/admission-errors';

/** @returns what a measured page has more of than its team allows; JavaScript and CSS are known without rendering it. */
export function overBudget(
  app: string,
  {
    route,
    path,
    budget,
    measurement,
  }: { route: string; path: string; budget: ReleaseRoute['budget']; measurement: RouteMeasurement },
): Finding[] {
  const sizes = (['html', 'images'] as const).flatMap((kind) => {
    const [bytes, limit] = [measurement[kind], budget[kind] ?? Infinity];
    if (bytes <= limit) return [];
    return [admissionErrors.BUDGET_PAGE({ route, path, bytes, kind, limit, over: bytes - limit })];
  });
  const { renderMs: ms, renderRatio: ratio } = measurement;
  const { render: limit = Infinity } = budget;
  const slow =
    ratio > limit
      ? [admissionErrors.BUDGET_RENDER({ route, path, ratio, ms, limit, over: percent(ratio / limit - 1) })]
      : [];
  return [...sizes, ...slow].map((error) => finding(app, error));
}

function percent(share: number): string {
  return `${Math.ceil(share * 100)} %`;
}
