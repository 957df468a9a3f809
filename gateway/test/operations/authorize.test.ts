import { CONTRACT_HEADER, CONTRACT_VERSION } from '@voltframe/kit/contract/contract-version';
import type { OperationName } from '@voltframe/kit/contract/operations/operations';
import type { Token } from '@voltframe/kit/contract/operations/credentials';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { authorize, mayDo } from '../../src/operations/authorize.ts';

const SECRET = `vf_${'a'.repeat(43)}`;
const token = (role: Token['role'], app: string | null = null) => ({ role, app }) as Token;
const operator = token('operator');
const team = token('team', 'docs');

test.each([
  ['an operator, for the site', operator, 'freeze', [], true],
  ['an operator, for any app', operator, 'publish', ['docs', 'news'], true],
  ['a team, for its app', team, 'publish', ['docs'], true],
  ['a team, for another app', team, 'publish', ['news'], false],
  ['a team, for its app and another', team, 'publish', ['docs', 'news'], false],
  ['a team, for no app at all', team, 'publish', [], false],
  ['a team, for the site', team, 'freeze', [], false],
  ['a team, reading', team, 'status', [], true],
  ['a team, tokens of its app', team, 'createToken', [], true],
  ['a previewer, tokens', token('preview', 'docs'), 'createToken', [], false],
  ['Prometheus, the metrics', token('metrics'), 'metrics', [], true],
  ['Prometheus, the status', token('metrics'), 'status', [], false],
  ['a reader, reading', token('read'), 'history', [], true],
  ['a reader, answers of any app', token('read'), 'answers', ['docs'], true],
  ['a reader, publishing', token('read'), 'publish', ['docs'], false],
  ['a reader, tokens', token('read'), 'tokens', [], false],
  ['a reader of an app, its answers', token('read', 'docs'), 'answers', ['docs'], true],
  ['a reader of an app, answers of another', token('read', 'docs'), 'answers', ['news'], false],
  ['a team, entries of its app', team, 'entries', ['docs'], true],
  ['a team, entries of another app', team, 'entries', ['news'], false],
  ['a reader of an app, its entries', token('read', 'docs'), 'entries', ['docs'], true],
  ['a reader of an app, entries of another', token('read', 'docs'), 'entries', ['news'], false],
  ['a reader of every app, entries', token('read'), 'entries', ['docs'], false],
  ['a previewer, entries of its app', token('preview', 'docs'), 'entries', ['docs'], false],
  ['a CMS, entries of its app', token('invalidate', 'docs'), 'entries', ['docs'], false],
  ['a previewer, publishing', token('preview', 'docs'), 'publish', ['docs'], false],
  ['a previewer, rolling back', token('preview', 'docs'), 'rollback', ['docs'], false],
  ['a previewer, reading', token('preview', 'docs'), 'status', [], true],
  ['a CMS, its app', token('invalidate', 'docs'), 'invalidate', ['docs'], true],
  ['a CMS, another app', token('invalidate', 'docs'), 'invalidate', ['news'], false],
  ['a CMS, reading', token('invalidate', 'docs'), 'status', [], false],
  ['a role of a newer version', token('root' as 'read'), 'status', [], false],
] as const)('%s: %o may %s %j: %s', (_, who, operation, apps, may) => {
  expect(mayDo(who, operation, [...apps])).toBe(may);
});

test('a previewer may publish a trial of its app, and of no other app', () => {
  const previewer = token('preview', 'docs');
  expect(mayDo(previewer, 'publish', ['docs'], true)).toBe(true);
  expect(mayDo(previewer, 'publish', ['docs', 'news'], true)).toBe(false);
  expect(mayDo(token('read', 'docs'), 'publish', ['docs'], true)).toBe(false);
});

/** @returns the refusal of a call, or 'passed', and the secrets that were looked up. */
async function call(
  authorization: string | undefined,
  apps: string[] = ['docs'],
  headers: object = {},
  operation: OperationName = 'publish',
) {
  const lookups: string[] = [];
  const find = async (secret: string) => {
    lookups.push(secret);
    return secret === SECRET ? team : undefined;
  };
  const request = { headers: { authorization, ...headers } } as FastifyRequest;
  const outcome = await authorize(request, operation, apps, { find, findAlsoAway: find }).then(
    () => 'passed',
    ({ code, status, message }) => `${code} ${status} ${message}`,
  );
  return { outcome, lookups };
}

test('a token of the team of the app is accepted', async () => {
  expect((await call(`Bearer ${SECRET}`)).outcome).toBe('passed');
});

test.each([
  undefined,
  '',
  SECRET,
  `Basic ${SECRET}`,
  `bearer  ${SECRET}`,
  'Bearer short',
  `Bearer ${'a'.repeat(101)}`,
  `Bearer ${SECRET}, Bearer ${SECRET}`,
  `Bearer vf_${'b'.repeat(43)}`,
])('%j is refused as unknown, and a malformed token is not looked up', async (authorization) => {
  const { outcome, lookups } = await call(authorization);
  expect(outcome).toBe('GW_TOKEN_REFUSED 401 This token may not do that.');
  expect(lookups[0]).toBe(authorization === `Bearer vf_${'b'.repeat(43)}` ? authorization.slice(7) : '');
});

test('a known token without the right is refused with the right that it lacks', async () => {
  expect((await call(`Bearer ${SECRET}`, ['news'])).outcome).toBe(
    'GW_TOKEN_RIGHT 403 This token is of the team of docs; this call needs one of the team of news or of an operator',
  );
});

test.each([
  ['0', 'OPS_CONTRACT 409'],
  ['99', 'OPS_CONTRACT 409'],
  ['', 'OPS_CONTRACT 409'],
  ['1e0', 'OPS_CONTRACT 409'],
  [String(CONTRACT_VERSION), 'passed'],
])('an mfe of contract %j is answered with %s', async (contract, outcome) => {
  const headers = { [CONTRACT_HEADER]: contract };
  expect((await call(`Bearer ${SECRET}`, ['docs'], headers)).outcome).toMatch(outcome);
  expect((await call('Bearer wrong', ['docs'], headers)).outcome).toMatch('GW_TOKEN_REFUSED 401');
});

test.each(['rollback', 'rollbackPlan', 'withdraw', 'status', 'releases', 'packages', 'package'] as const)(
  'an mfe of a contract that is too old or too new may call %s with the right token only',
  async (operation) => {
    for (const contract of ['0', '99', '']) {
      const headers = { [CONTRACT_HEADER]: contract };
      expect((await call(`Bearer ${SECRET}`, ['docs'], headers, operation)).outcome).toBe('passed');
      expect((await call('Bearer wrong', ['docs'], headers, operation)).outcome).toMatch(
        'GW_TOKEN_REFUSED 401',
      );
    }
  },
);
