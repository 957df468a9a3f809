import type { Status } from '@voltframe/kit/contract/operations/site-status';
import { expect, test } from 'vitest';
import { remoteRelease } from '../../fixtures/fixture-release.ts';
import { setUpOps } from '../operations-setup.ts';

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
