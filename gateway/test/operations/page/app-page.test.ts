import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import { appPage } from '../../../src/operations/page/app-page.ts';
import { errorGroup, measuredOf, routes, seenOf } from './played-seen.ts';
import { appStatus, history, NOW, operator, release, team } from './played-status.ts';

const app = {
  app: 'docs',
  status: appStatus('docs', { pinned: { by: 'ada', at: NOW } }),
  held: undefined,
  releases: [release('docs')],
  history,
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

test('the team of an app sees its errors and the used share of each budget', () => {
  const seen = seenOf('docs', { groups: [errorGroup({ app: 'docs' })], measured: measuredOf(), more: true });
  const { text } = appPage({ ...app, seen, routes });
  const order = ['class="concerns"', 'id="errors"', 'id="routes"', 'id="releases"'];
  expect(order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b)).toEqual(
    order.map((part) => text.indexOf(part)),
  );
  expect(text).toContain('mfe errors docs');
  expect(text).toContain('95 % of the budget');
  for (const part of order.slice(0, 3)) expect(appPage(app).text).not.toContain(part);
});
