import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import { remoteRelease, version } from '../../fixtures/fixture-release.ts';
import { packOf, setUpOps } from '../operations-setup.ts';

/** Its guard fails from the first request with a digit in its query on. Admission requests no such page. */
const docs = remoteRelease({
  server: `let isBroken = false;
module.exports = { pages: { 'docs.home': { Component: () => 'home' } }, islands: {}, guards: { member({ path }) {
  isBroken ||= /\\d/.test(path);
  if (isBroken) throw new Error('of the guard');
  return true; } } };`,
  routes: [{ id: 'docs.home', path: '/docs', query: ['now'], guards: ['member'], prerender: false }],
  guards: { member: '' },
});

test('the status counts the errors of a live release at listed addresses, and none of invented ones', async () => {
  const { app, call, operator } = await setUpOps([docs]);
  const errors = async () => {
    const { apps } = (await call('GET', '/-/status', operator)).body as Status;
    return apps.find((one) => one.app === 'docs')!.errors;
  };
  const visit = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' } })).statusCode;
  expect([await visit('/docs?now=1'), await visit('/docs?now=2'), await errors()]).toEqual([500, 500, 0]);
  expect([await visit('/docs'), await visit('/docs'), await errors()]).toEqual([500, 500, 1]);
});

test('the status shows the address of a preview to its team and to operators only', async () => {
  const { tokens, call, publish, team, operator } = await setUpOps([version('one')]);
  await publish(team, 'docs', await packOf(version('two')), '?preview=1');
  const of = async (role: 'team' | 'read', app: string | null) =>
    (await tokens.create({ role, app, name: `${role} ${app}`, expiresAt: null })).token;
  const shown = async (token: string) =>
    ((await call('GET', '/-/status', token)).body as Status).previews.map(({ apps }) => apps);
  expect([await shown(team), await shown(operator), await shown(await of('read', 'docs'))]).toEqual([
    [['docs']],
    [['docs']],
    [['docs']],
  ]);
  expect([await shown(await of('team', 'news')), await shown(await of('read', null))]).toEqual([[], []]);
});
