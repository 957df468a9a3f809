import { describe, expect, it } from 'vitest';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe history', () => {
  it('prints one line for each entry, also for a note with line breaks', async () => {
    const entry = {
      at: 0,
      actor: 'ada',
      action: 'refuse' as const,
      app: 'blog',
      from: null,
      to: 'a'.repeat(64),
      note: 'one\ntwo\u0007',
    };
    against.gateway.history.push(entry);
    const { out } = await mfe(['history', 'blog']);
    expect(out.split('\n')[1]).toBe('1970-01-01 00:00:00Z  ada  refuse  blog  -     aaaaaaaaaaaa  one two');
    expect(against.gateway.requests[0]!.query).toEqual({ app: 'blog' });
  });
});

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

  it('prints the message of the gateway for an unknown app', async () => {
    const { code, err } = await mfe(['releases', 'nothing']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no app nothing')]);
  });
});
