import { describe, expect, it } from 'vitest';
import { writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { againstGateway } from '../fixtures/against-gateway.ts';
import { TEAM } from '../fixtures/fake-gateway.ts';

const against = againstGateway();
const { cwd, mfe } = against;

describe('mfe preview', () => {
  it('sends a named preview, as mfe publish --preview does', async () => {
    writeReleaseFolder(cwd, 'legal');
    for (const argv of [['preview'], ['publish', '--preview']])
      expect(await mfe([...argv, 'legal', '--name', 'pr-12'], TEAM)).toMatchObject({
        code: 0,
        out: expect.stringContaining('http://site.test/?preview=x'),
      });
    expect(against.gateway.kept.size).toBe(0);
    expect(against.gateway.requests.map(({ query }) => query)).toEqual(
      Array.from({ length: 2 }, () => ({ preview: '1', name: 'pr-12' })),
    );
  });

  it.each([
    [['publish', 'legal', '--name', 'pr-12']],
    [['preview', 'legal', '--name', 'pr 12']],
    [['preview', 'end', 'legal']],
  ])('exits with 2 for %j before it sends a request', async (argv) => {
    writeReleaseFolder(cwd, 'legal');
    expect((await mfe(argv, TEAM)).code).toBe(2);
    expect(against.gateway.requests).toEqual([]);
  });

  it('lists previews of all apps or of one', async () => {
    const preview = { until: 86_400_000, url: 'http://site.test/-/preview/x' };
    against.gateway.previews.push(
      { ...preview, id: 'a'.repeat(32), apps: ['legal'], name: 'pr-12', by: 'legal CI', madeAt: 0 },
      // An entry of an older gateway.
      { ...preview, id: 'b'.repeat(32), apps: ['blog', 'shell'] },
    );
    const { out } = await mfe(['preview', 'list']);
    expect(out).toMatch(/^pr-12 +legal +legal CI +1970-01-01 00:00:00Z +1970-01-02 00:00:00Z +http/m);
    expect(out).toMatch(/^bbbbbbbbbbbb +blog,shell +- +- /m);
    expect((await mfe(['preview', 'list', 'blog'])).out).not.toContain('pr-12');
  });

  it('ends a preview', async () => {
    expect(await mfe(['preview', 'end', 'legal', 'pr-12'])).toMatchObject({
      code: 0,
      out: 'the preview pr-12 of legal has ended\n',
    });
    expect(against.gateway.requests).toMatchObject([
      { name: 'endPreview', params: { apps: 'legal', preview: 'pr-12' } },
    ]);
  });
});
