import { expect, test } from 'vitest';
import { version } from '../../fixtures/fixture-release.ts';
import { packOf, pageText, setUpOps } from '../operations-setup.ts';

test('the changes of a release are returned by its check, and with its figures once it is live', async () => {
  const setup = await setUpOps([version('one')]);
  const two = version('two');
  const checked = await setup.publish(setup.team, 'docs', await packOf(two), '?check=1');
  const [change] = checked.body.measured;
  expect(change).toMatchObject({ app: 'docs', digest: two.release.digest });
  expect(change.measured.routes['docs.home']).toMatchObject({ images: 0 });
  expect(change.measured.routes['docs.home'].html).toBeGreaterThan(50);
  expect(change.before.routes['docs.home'].html).toBeGreaterThan(50);

  await setup.publish(setup.team, 'docs', await packOf(two));
  await pageText(setup);
  const { status, body } = await setup.call('GET', '/-/figures/docs', setup.team);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    release: two.release.digest,
    before: change.before.digest,
    measured: { routes: { 'docs.home': {} } },
    measuredBefore: { routes: { 'docs.home': {} } },
  });
  // The page was rendered once.
  expect(body.routes[0].cache.answers).toBeGreaterThan(0);
});
