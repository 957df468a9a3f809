import { expect } from 'vitest';
import { test } from './site-test.ts';
import { startVisit } from './visit.ts';

test.for([
  { name: 'an error in the console', plant: () => console.error('planted') },
  { name: 'a warning in the console', plant: () => console.warn('planted') },
  {
    name: 'an uncaught error',
    plant: () =>
      void setTimeout(() => {
        throw new Error('planted');
      }),
  },
  { name: 'an unhandled rejection', plant: () => void Promise.reject(new Error('planted')) },
])('visit.end() fails after $name', async ({ plant }, { browser, siteUrl }) => {
  const visit = await startVisit(browser, siteUrl);
  await visit.page.evaluate(plant);
  await expect.poll(() => visit.problems.length).toBe(1);
  await expect(visit.end()).rejects.toThrow('planted');
});
