import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { appPage } from '../../../src/operations/page/app-page.ts';
import { errorGroup } from './played-errors.ts';
import { appStatus, history, NOW, operator, release, team } from './played-status.ts';

const app = {
  app: 'docs',
  status: appStatus('docs', { pinned: { by: 'ada', at: NOW } }),
  releases: [release('docs')],
  history,
  errors: undefined,
  you: operator,
  done: undefined,
  now: NOW,
};

const linksOf = (you: Token) =>
  [...appPage({ ...app, you }).text.matchAll(/href="\/-\/do\/(\w+)/g)].map(([, name]) => name);

test('links to actions are shown only to users who may use them', () => {
  expect(linksOf(operator)).toEqual(['rollback', 'unpin', 'retire', 'rollback', 'pin']);
  expect(linksOf(team('docs'))).not.toContain('retire');
  expect(linksOf(team('news'))).toEqual([]);
  expect(appPage(app).text).toContain('href="/-/do/unpin?app=docs"');
});

test('the page offers neither to retire the shell nor to activate a live release', () => {
  const { text } = appPage({
    ...app,
    status: appStatus('shell'),
    releases: [release('shell', { live: true })],
  });
  expect(text).not.toContain('/-/do/retire');
  expect(text).not.toContain('Make live');
});

test('the team of an app sees its errors, and other teams do not', () => {
  const errors = { groups: [errorGroup({ app: 'docs' })], more: true };
  const { text } = appPage({ ...app, errors });
  expect(text.indexOf('id="errors"')).toBeLessThan(text.indexOf('id="releases"'));
  expect(text).toContain('href="/-/apps/docs/errors/7k2m9x1q"');
  expect(text).toContain('mfe errors docs');
  expect(appPage(app).text).not.toContain('id="errors"');
});
