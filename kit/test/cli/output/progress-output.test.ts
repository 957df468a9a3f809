import { expect, it } from 'vitest';
import { createProgressOutput } from '../../../src/cli/output/progress-output.ts';

const CLEAR = '\r\u001B[K';

/** What is written to a terminal, or elsewhere, by a step, two updates, another step and the end. */
function written(terminal: boolean): string[] {
  const said: string[] = [];
  const progress = createProgressOutput({ terminal, tell: (text) => said.push(text) });
  progress.step('sending');
  progress.update('1 of 2');
  progress.update('2 of 2');
  progress.step('checking');
  progress.end();
  return said;
}

it('writes an update over the one before, and clears it for what stays', () => {
  expect(written(true)).toEqual([
    'mfe: sending\n',
    `${CLEAR}     1 of 2`,
    `${CLEAR}     2 of 2`,
    CLEAR,
    'mfe: checking\n',
  ]);
});

it('writes only what stays where lines cannot be written over', () => {
  expect(written(false)).toEqual(['mfe: sending\n', 'mfe: checking\n']);
});
