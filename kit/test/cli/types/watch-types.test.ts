import { expect, it } from 'vitest';
import { createTypeReport } from '../../../src/cli/types/watch-types.ts';
import type { Problem } from '../../../src/contract/development/problem.ts';

const problem = (message: string, line = 1): Problem => ({
  app: 'blog',
  message,
  place: { file: 'src/a.ts', line },
});

function open() {
  const told: string[] = [];
  const shown: Problem[][] = [];
  const report = createTypeReport({
    show: (problems) => void shown.push(problems),
    tell: (text) => void told.push(text),
  });
  return { told, shown, report };
}

it('tells of each mistake once until it is mended, wherever its line moves to', () => {
  const { told, report } = open();
  report([problem('one')]);
  report([problem('one', 7), problem('two')]);
  report([problem('two')]);
  report([problem('one'), problem('two')]);
  expect(told).toEqual(['one', 'two', 'one'].map((message) => `blog src/a.ts:1: ${message}\n`));
});

it('shows all of them each time, none when they are mended, and nothing while there are none', () => {
  const { shown, report } = open();
  report([]);
  report([problem('one')]);
  report([problem('one', 7)]);
  report([]);
  report([]);
  expect(shown).toEqual([[problem('one')], [problem('one', 7)], []]);
});
