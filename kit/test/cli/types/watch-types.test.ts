import { expect, it } from 'vitest';
import { createTypeReport } from '../../../src/cli/types/watch-types.ts';
import type { Problem } from '../../../src/contract/development/problem.ts';

const problem = (message: string, line = 1): Problem => ({
  app: 'blog',
  message,
  place: { file: 'src/a.ts', line },
});

function open() {
  const printed: string[] = [];
  const shown: Problem[][] = [];
  const report = createTypeReport({
    show: (problems) => void shown.push(problems),
    tell: (text) => void printed.push(text),
  });
  return { printed, shown, report };
}

it('prints each mistake once until it is fixed, even if its line moves', () => {
  const { printed, report } = open();
  report([problem('one')]);
  report([problem('one', 7), problem('two')]);
  report([problem('two')]);
  report([problem('one'), problem('two')]);
  expect(printed).toEqual(['one', 'two', 'one'].map((message) => `blog src/a.ts:1: ${message}\n`));
});

it('shows all mistakes each time, and an empty list once after the last fix', () => {
  const { shown, report } = open();
  report([]);
  report([problem('one')]);
  report([problem('one', 7)]);
  report([]);
  report([]);
  expect(shown).toEqual([[problem('one')], [problem('one', 7)], []]);
});
