import { expect, it } from 'vitest';
import { jsonText, createProgressOutput } from '../../../src/cli/output/print.ts';

it('prints times in ISO 8601, and other values unchanged', () => {
  const value = {
    at: 0,
    until: null,
    receivedAt: 1,
    liveUntil: 2,
    routes: 3,
    nested: [{ at: 4, format: 5 }],
  };
  expect(JSON.parse(jsonText(value))).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    until: null,
    receivedAt: '1970-01-01T00:00:00.001Z',
    liveUntil: '1970-01-01T00:00:00.002Z',
    routes: 3,
    nested: [{ at: '1970-01-01T00:00:00.004Z', format: 5 }],
  });
});

/** The output of a step, two updates, another step and the end. */
function written(terminal: boolean): string[] {
  const output: string[] = [];
  const progress = createProgressOutput({
    tell: (text) => output.push(text),
    overwrite: terminal ? (text) => output.push(`over: ${text}`) : undefined,
  });
  progress.step('sending');
  progress.update('1 of 2');
  progress.update('2 of 2');
  progress.step('checking');
  progress.end();
  return output;
}

it('overwrites the previous update on a terminal, and clears it before a step', () => {
  expect(written(true)).toEqual([
    'mfe: sending\n',
    'over:      1 of 2',
    'over:      2 of 2',
    'over: ',
    'mfe: checking\n',
  ]);
});

it('prints only steps without a terminal', () => {
  expect(written(false)).toEqual(['mfe: sending\n', 'mfe: checking\n']);
});
