import { expect, it } from 'vitest';
import type { Containers } from '../../src/remotes/containers.ts';
import { loadFirstPage } from '../../src/remotes/first-page.ts';

const Page = () => null;
const data = { routes: [{ id: 'blog.list', app: 'blog', expose: './pages/blog.list' }] } as Parameters<
  typeof loadFirstPage
>[0];
const payload = { routeId: 'blog.list' } as Parameters<typeof loadFirstPage>[1];
/** Loads with containers that answer so, one try after the other. */
async function load(...answers: (Error | object)[]) {
  const asked: string[] = [];
  const containers = {
    async load(app: string, expose: string) {
      asked.push(`${app} ${expose}`);
      const answer = answers[asked.length - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as Containers;
  const outcome = await loadFirstPage(data, payload, containers).catch((error: Error) => error.message);
  return { outcome, asked };
}

it('is the code of the route that the document shows', async () => {
  const { outcome, asked } = await load({ default: Page });
  expect(outcome).toEqual({ route: data.routes[0], payload, Component: Page });
  expect(asked).toEqual(['blog ./pages/blog.list']);
});

it('is tried once more, and fails with what the first try says', async () => {
  expect(await load(new Error('one'), { default: Page })).toMatchObject({
    outcome: { Component: Page },
    asked: { length: 2 },
  });
  expect(await load(new Error('one'), new Error('two'))).toMatchObject({ outcome: 'one' });
});
