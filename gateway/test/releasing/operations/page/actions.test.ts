import type { Token } from '@voltframe/kit/contract/operations/credentials';
import { expect, test } from 'vitest';
import type { Changes } from '../../../../src/releasing/activation/changes.ts';
import {
  type ActionName,
  ACTIONS,
  isAction,
  mayAct,
} from '../../../../src/releasing/operations/page/actions.ts';

const target = { app: 'docs', digest: 'abcdef', reason: 'the fair' };

test.each([
  ['rollback', ['docs', 'abcdef', 'ada']],
  ['pin', ['docs', 'abcdef', 'ada']],
  ['unpin', ['docs', 'ada']],
  ['withdraw', ['docs', 'ada']],
  ['retire', ['docs', 'ada']],
  ['freeze', ['the fair', 'ada']],
  ['unfreeze', ['ada']],
] as [ActionName, string[]][])(
  'the action %s calls the change of that name with its arguments',
  async (name, expected) => {
    const called: unknown[] = [];
    const changes = { [name]: async (...given: unknown[]) => called.push(...given) } as unknown as Changes;
    await ACTIONS[name].run(changes, target, 'ada');
    expect(called).toEqual(expected);
  },
);

test('inherited properties of objects are not actions', () => {
  expect(['pin', 'constructor', '__proto__', 'toString', undefined, {}].map(isAction)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('a team may act on its app, an operator on every app and on the site', () => {
  const team = { role: 'team', app: 'docs' } as Token;
  const operator = { role: 'operator', app: null } as Token;
  expect([mayAct(team, 'pin', 'docs'), mayAct(team, 'pin', 'news'), mayAct(team, 'freeze', 'docs')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([mayAct(operator, 'retire', 'news'), mayAct(operator, 'freeze', '')]).toEqual([true, true]);
});
