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

describe('mfe inbox', () => {
  it('prints each value on its own lines, without control characters', async () => {
    const { code, out } = await mfe(['inbox', 'legal', '--limit', '7', '--before', '9.e9']);
    expect([code, out]).toEqual([
      0,
      `2026-11-21T10:00:00.000Z  ask@1
  name: Ada
  message: Hello
    ask@1 fake

older ones: mfe inbox legal --before 5.e1
`,
    ]);
    expect(against.gateway.requests).toMatchObject([
      { name: 'entries', params: { app: 'legal' }, query: { limit: '7', before: '9.e9' } },
    ]);
  });

  it('prints JSON with --json, and reports an empty inbox', async () => {
    const { out } = await mfe(['inbox', 'legal', '--json']);
    expect(JSON.parse(out)).toMatchObject({ entries: [{ id: 'e1' }], next: '5.e1' });
    expect(out).not.toMatch(/[\u001b\u202e]/);
    expect((await mfe(['inbox', 'blog'])).out).toBe('no entries of forms of blog\n');
  });

  it.each([[['inbox']], [['inbox', 'blog', '--limit', 'all']]])('exits with 2 for %j', async (argv) =>
    expect((await mfe(argv)).code).toBe(2),
  );
});
