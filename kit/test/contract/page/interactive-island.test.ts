import { expect, it } from 'vitest';
import { interactiveExpose, interactiveIslands } from '../../../src/contract/page/interactive-island.ts';

it('interactive islands are those that a release exposes by that name', () => {
  const exposes = { './pages/home': {}, './islands/Posts': {}, [interactiveExpose('Counter')]: {} };
  expect(interactiveIslands(exposes)).toEqual(['Counter']);
});
