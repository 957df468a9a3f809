import { expect } from 'vitest';
import { ERROR_PATHS, SITE_ROUTES } from './site-routes.ts';
import { test } from './site-test.ts';
import { VIEWPORTS, violationsAt } from './violations.ts';

test.for([...SITE_ROUTES, ...ERROR_PATHS])(
  '$path has no axe violations in both schemes, on small and large screens',
  async ({ path }, { visit }) => {
    const { page, expectProblem } = await visit();
    expectProblem(/404 \(/);
    expect(await violationsAt(page, path, VIEWPORTS)).toEqual([]);
  },
);
