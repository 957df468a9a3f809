import { loaderContext } from '@voltframe/kit/testing/loader-context';
import { expect, it } from 'vitest';
import { head, loader, paths, validate } from '../../../src/pages/careers/role.server.ts';

const card = { src: '/card.png', width: 1200, height: 630, alt: 'Engineer' };
const role = { slug: 'engineer', title: 'Engineer', summary: 'Builds engines.', card };
const context = (slug: string) => loaderContext({ params: { slug }, collections: { roles: [role] } });

it('validates and lists the open roles', async () => {
  expect([await validate(context('engineer')), await validate(context('closed'))]).toEqual([true, false]);
  expect(await paths(context(''))).toEqual([{ path: '/careers/engineer' }]);
});

it('has the title, description and card of the role, marked as a sample if it is one', async () => {
  const data = await loader(context('engineer'));
  const described = { description: 'Builds engines.', image: card };
  expect(head({ data })).toEqual({ title: 'Engineer, a sample role', ...described });
  expect(head({ data: { ...data, sample: false } })).toEqual({ title: 'Engineer', ...described });
});
