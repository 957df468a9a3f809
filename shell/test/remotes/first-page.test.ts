import { expect, it } from 'vitest';
import type { Containers } from '../../src/remotes/containers.ts';
import { loadFirstPage } from '../../src/remotes/first-page.ts';

const Page = () => null;
const data = { routes: [{ id: 'blog.list', app: 'blog', expose: './pages/blog.list' }] } as Parameters<
  typeof loadFirstPage
>[0];
const payload = { routeId: 'blog.list' } as Parameters<typeof loadFirstPage>[1];
/** Loads with containers that return these answers, one for each attempt. */
async function load(...answers: (Error | object)[]) {
  const requests: string[] = [];
  const containers = {
    async load(app: string, expose: string) {
      requests.push(`${app} ${expose}`);
      const answer = answers[requests.length - 1];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  } as Containers;
  const outcome = await loadFirstPage(data, payload, containers).catch((error: Error) => error.message);
  return { outcome, requests };
}

it('loads the code of the route in the document', async () => {
  const { outcome, requests } = await load({ default: Page });
  expect(outcome).toEqual({ route: data.routes[0], payload, Component: Page });
  expect(requests).toEqual(['blog ./pages/blog.list']);
});

it('retries once after a failure', async () => {
  expect(await load(new Error('one'), { default: Page })).toMatchObject({
    outcome: { Component: Page },
    requests: { length: 2 },
  });
});

it('throws for a route that is not in the table', async () => {
  await expect(loadFirstPage({ routes: [] }, payload, {} as Containers)).rejects.toThrow(
    '"blog.list" is not in',
  );
});
