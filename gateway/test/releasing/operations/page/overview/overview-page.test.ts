import { expect, test } from 'vitest';
import { overviewPage } from '../../../../../src/releasing/operations/page/overview/overview-page.ts';
import { figuresOf, hoursOf, seenOf } from '../played-seen.ts';
import { appStatus, digest, history, NOW, operator, release, statusOf, wordsOf } from '../played-status.ts';

const overview = {
  status: statusOf(),
  waiting: [],
  held: [],
  seen: [],
  history,
  you: operator,
  done: undefined,
  now: NOW,
};

test('each app has a line: what is live, by commit and message, and since when', () => {
  const words = wordsOf(overviewPage(overview));
  expect(words).toContain(
    'blog a1b2c3d Say it shorter on the first page of blog (ada) aaaaaaaaaaaa 2026-11-22 16:26 UTC 4 min ago live',
  );
});

test('of what visitors noticed it says what is worse, and whose it is', () => {
  const seen = [
    seenOf('blog', { hours: hoursOf(digest('a'), [4, 22, 31]), figures: figuresOf() }),
    seenOf('legal'),
  ];
  const { text } = overviewPage({ ...overview, seen });
  const words = wordsOf({ text });
  expect(words).toContain('2 things to look at');
  expect(words).toContain('blog : more errors than before: ');
  expect(words).toContain('4 min ago 57 more than before 2.9 s live');
  expect(words).toMatch(/legal a1b2c3d .* 3 days ago 0 – live/);
  // Of the shell, who looks may not see it.
  expect(words).toMatch(/page of shell .* 4 min ago – – live/);
});

test('what is empty takes no room', () => {
  const { text } = overviewPage(overview);
  for (const id of ['what-waits', 'previews', 'still-served', 'upstreams'])
    expect(text).not.toContain(`id="${id}"`);
});

test('an app whose pages lead nowhere since another one changed is marked', () => {
  const warning = { code: 'W', app: 'blog', reason: '', fix: '', owner: 'legal', digest: digest('a') };
  const apps = [appStatus('blog', { warnings: [{ ...warning, lost: { kind: 'link', name: '/x' } }] })];
  expect(wordsOf(overviewPage({ ...overview, status: statusOf({ apps }) }))).toContain('to mend One reason');
});

test.each([
  [{ by: 'ada', at: NOW }, 'waits for the pin to end'],
  [null, 'waits for the freeze to end'],
])('what is held says why, and can be taken back (pinned: %o)', (pinned, words) => {
  const held = [{ app: 'docs', digest: digest('b'), by: pinned ? ('pin' as const) : ('freeze' as const) }];
  const { text } = overviewPage({
    ...overview,
    status: statusOf({ apps: [appStatus('docs', { held: digest('b'), pinned })], held }),
    held: [release('docs')],
  });
  expect(text).toContain(words);
  expect(text).toContain('/-/do/withdraw?app=docs');
});
