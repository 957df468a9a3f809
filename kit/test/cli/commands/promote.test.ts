import { expect, it } from 'vitest';
import { describeRelease, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { startFakeGateway } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

it('promotes a stored release by its digest', async () => {
  const { code, out } = await mfe(['promote', 'legal', 'abcdef12']);
  expect([code, out]).toEqual([0, 'legal abcdef12: live, in composition cccccccccccc\n']);
  expect(against.gateway.requests).toMatchObject([{ name: 'promote', body: { digest: 'abcdef12' } }]);
});

it('copies a release from another gateway', async () => {
  const staging = against.gateway;
  writeReleaseFolder(cwd, 'legal');
  await mfe(['publish', 'legal']);
  const production = await startFakeGateway();
  const { digest } = describeRelease('legal');
  const env = { MFE_GATEWAY: production.url };
  const { code } = await mfe(['promote', 'legal', digest.slice(0, 8), '--from', staging.url], undefined, env);
  expect([code, production.kept.get('legal')]).toEqual([0, [describeRelease('legal')]]);
  expect([...production.blobs].toSorted()).toEqual([...staging.blobs].toSorted());
  const unknown = await mfe(['promote', 'legal', 'abcdef', '--from', staging.url], undefined, env);
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('no single release abcdef of legal'),
  ]);
  await production.close();
});
