import { expect, it } from 'vitest';
import { bundledNames, readCollection } from '../../../src/serving/responses/icon-collections.ts';

it('names the icons of every collection that comes with the gateway, by their collection', async () => {
  const names = await bundledNames();
  expect(names).toEqual(expect.arrayContaining(['lucide:arrow-right', 'simple-icons:github']));
  expect(new Set(names).size).toBe(names.length);
});

it('names those that go by a second name', async () => {
  const { aliases = {} } = (await readCollection('lucide'))!;
  const [alias] = Object.keys(aliases);
  expect(await bundledNames()).toContain(`lucide:${alias}`);
});

it.each(['gone', 'constructor', '__proto__'])('has no collection %s', (prefix) => {
  expect(readCollection(prefix)).toBeUndefined();
});
