import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { type FixtureRelease, shellRelease } from '../fixtures/fixture-release.ts';
import { startTestGateway, type TestGateway } from '../fixtures/test-gateway.ts';

export async function packOf(...releases: FixtureRelease[]): Promise<Buffer> {
  const archive = pack();
  for (const { release, files, signature } of releases) {
    if (signature !== undefined) archive.entry({ name: `${release.app}/release.sig` }, signature);
    archive.entry({ name: `${release.app}/release.json` }, JSON.stringify(release));
    for (const [name, body] of files) archive.entry({ name: `${release.app}/${name}` }, body);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.pipe(createGzip())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A gateway with a shell and these releases, an operator (ada) and the team of docs. */
export async function setUpOps(
  releases: FixtureRelease[],
  env: Record<string, string> = {},
  shell = shellRelease(),
) {
  const gateway = await startTestGateway([shell, ...releases], env);
  const tokenOf = async (role: 'operator' | 'team', app: string | null, name: string) =>
    (await gateway.tokens.create({ role, app, name, expiresAt: null })).token;
  const operator = await tokenOf('operator', null, 'ada');
  const team = await tokenOf('team', 'docs', 'docs CI');
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, payload?: object) => {
    const response = await gateway.ops.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const publish = async (token: string, apps: string, body: Buffer, query = '') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' };
    const response = await gateway.ops.inject({
      method: 'PUT',
      url: `/-/releases/${apps}${query}`,
      headers,
      payload: Readable.from([body]),
    });
    return { status: response.statusCode, body: response.json() };
  };
  return { ...gateway, operator, team, call, publish };
}

const OWN = { origin: 'http://localhost', host: 'localhost' };

/** A gateway as `setUpOps` makes it, and calls of its operations page as a browser makes them. */
export async function setUpPage(...releases: FixtureRelease[]) {
  const setup = await setUpOps(releases);
  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    setup.ops.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...OWN, ...headers },
    });
  /** @returns the cookie of a session. */
  const signIn = async (token: string) =>
    String((await post('/-/sign-in', { token })).headers['set-cookie']).split(';')[0]!;
  const get = (url: string, cookie = '') => setup.ops.inject({ url, headers: { cookie, host: OWN.host } });
  return { ...setup, post, signIn, get };
}

export async function pageText(
  { app }: Pick<TestGateway, 'app'>,
  url = '/docs',
  cookie = '',
): Promise<string> {
  return (await app.inject({ url, headers: { accept: 'text/html', ...(cookie && { cookie }) } })).body;
}
