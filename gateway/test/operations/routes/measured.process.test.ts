import { expect, test } from 'vitest';
import { version } from '../../fixtures/fixture-release.ts';
import { packOf, setUpOps } from '../operations-setup.ts';

test('the changes of a release are returned by its check', async () => {
  const setup = await setUpOps([version('one')]);
  const two = version('two');
  const checked = await setup.publish(setup.team, 'docs', await packOf(two), '?check=1');
  const [change] = checked.body.measured;
  expect(change).toMatchObject({ app: 'docs', digest: two.release.digest });
  expect(change.measured.routes['docs.home']).toMatchObject({ images: 0 });
  expect(change.measured.routes['docs.home'].html).toBeGreaterThan(50);
  expect(change.before.routes['docs.home'].html).toBeGreaterThan(50);
});
