import { expect, it } from 'vitest';
import { interactiveExpose, interactiveIslands } from '../../../src/contract/page/interactive-island.ts';

it('returns the islands with an interactive expose', () => {
  const exposes = { './pages/home': {}, './islands/Posts': {}, [interactiveExpose('Counter')]: {} };
  expect(interactiveIslands(exposes)).toEqual(['Counter']);
});
