import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shellRelease, writeRelease, version } from '../../../fixtures/fixture-release.ts';
import { startTestGateway } from '../../../fixtures/test-gateway.ts';
import { packOf, pageText, setUpOps } from '../../operations/operations-setup.ts';

const ONLY_AT_THE_START = { RELEASE_FOLLOW: '0' };

test('a build in a folder goes live at the next start; while the gateway runs, only where that is wanted', async () => {
  const first = await startTestGateway([shellRelease(), version('one')], ONLY_AT_THE_START);
  await first.publish(version('two'));
  expect(await pageText(first)).toContain('one');
  const second = await first.restart();
  expect(await pageText(second)).toContain('two');
  await second.close();
  const following = await startTestGateway([], { RELEASE_FOLLOW: '1' }, first.folder);
  await following.publish(version('three'));
  expect(await pageText(following)).toContain('three');
});

test('a build that was left in its folder takes nothing back that was published since', async () => {
  const setup = await setUpOps([version('one')], ONLY_AT_THE_START);
  const folder = path.join(setup.folder, 'docs');
  await writeRelease(folder, version('built'));
  await utimes(path.join(folder, 'dist/release.json'), 1, 1);
  const pushed = await setup.publish(setup.team, 'docs', await packOf(version('published')));
  expect(pushed.body).toMatchObject({ activated: true });
  const again = await setup.restart();
  expect(await pageText(again)).toContain('published');
});

test('what was rolled back stays so at the next start, and a build made since goes live', async () => {
  const first = await startTestGateway([shellRelease(), version('one')], ONLY_AT_THE_START);
  await first.publish(version('bad'));
  const second = await first.restart();
  await second.changes.rollback('docs', undefined, 'ada');
  const third = await second.restart();
  expect(await pageText(third)).toContain('one');
  await third.publish(version('better'));
  expect(await pageText(await third.restart())).toContain('better');
});
