import { describe, expect, it } from 'vitest';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';

const { cwd, mfe } = againstGateway();

describe('mfe releases', () => {
  it('lists the releases of an app, newest first', async () => {
    writeReleaseFolder(cwd, 'legal');
    await mfe(['publish', 'legal']);
    writeReleaseFolder(cwd, 'legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
    await mfe(['publish', 'legal']);
    const { out } = await mfe(['releases', 'legal', '--limit', '5']);
    const states = out.split('\n').map((line) => line.split(/ {2,}/)[1]);
    expect(states).toEqual(['STATE', 'live', 'admitted', undefined]);
  });

  it('says what the gateway says of an unknown app', async () => {
    const { code, err } = await mfe(['releases', 'nothing']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no app nothing')]);
  });
});
