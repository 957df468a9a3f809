import { describe, expect, it } from 'vitest';
import { findGuard, guardNames } from '../../src/guards/client-guards.ts';

const own = { local: () => true };
const places = { members: { app: 'blog', expose: './guards/members' } };
const ports = {
  own,
  places,
  loadExpose: async <Module>(app: string, expose: string) => ({ default: () => `${app}${expose}` }) as Module,
};

describe('a named guard', () => {
  it('is a guard of the shell, or an expose of the remote that declares it', async () => {
    expect(await findGuard('local', ports)).toBe(own.local);
    const guard = await findGuard('members', ports);
    expect(guard({} as never, null)).toBe('blog./guards/members');
  });

  it.each(['absent', 'toString', '__proto__'])(
    'is named in the error when no app declares it: %s',
    async (name) => {
      await expect(findGuard(name, ports)).rejects.toThrow(`Unknown route middleware: '${name}'.`);
    },
  );
});

describe('the guards of a route', () => {
  it.each([
    [['a'], {}, ['a']],
    [['a'], { guards: ['b', 'a'] }, ['a', 'b']],
    [['a', 'b'], { guards: { a: false, c: true } }, ['b', 'c']],
  ])('are merged: %j with the rule %j is %j', (route, rule, names) => {
    expect(guardNames(route, rule)).toEqual(names);
  });
});
