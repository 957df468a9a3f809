import { expect, it } from 'vitest';
import { head, loader, paths, validate } from '../../../src/pages/careers/role.server.ts';

const role = { slug: 'engineer', title: 'Engineer', summary: 'Builds engines.' };
const content = {
  list: async () => [role],
  entry: async (_: string, slug: string) => (slug === role.slug ? role : undefined),
};
const upstream = () => ({
  get: async () => {
    throw Object.assign(new Error('not configured'), { code: 'UPSTREAM_UNKNOWN' });
  },
});
const context = (slug: string) => ({ content, upstream, params: { slug } }) as never;

it('is there for the roles that are open, and listed', async () => {
  expect([await validate(context('engineer')), await validate(context('closed'))]).toEqual([true, false]);
  expect(await paths(context(''))).toEqual([{ path: '/careers/engineer' }]);
});

it('is titled and described by the role', async () => {
  const data = await loader(context('engineer'));
  expect(head({ data })).toEqual({ title: 'Engineer', description: 'Builds engines.' });
});
