import { expect, test } from 'vitest';
import { type Concern, sortConcerns } from '../../../../../src/releasing/operations/page/concerns/concern.ts';

const concern = (text: string, tone: Concern['tone'], app?: string): Concern => ({
  tone,
  text,
  ...(app !== undefined && { app }),
});

test('what visitors may notice comes first, then what is of the team that looks', () => {
  const all = [
    concern('theirs', 'warn', 'blog'),
    concern('ours', 'warn', 'docs'),
    concern('site', 'bad'),
    concern('ours, bad', 'bad', 'docs'),
  ];
  expect(sortConcerns(all, 'docs').map(({ text }) => text)).toEqual(['ours, bad', 'site', 'ours', 'theirs']);
  expect(sortConcerns(all, null).map(({ text }) => text)[0]).toBe('site');
});
