import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/platform/settings/config.ts';

test('without a setting the site listens on localhost:3000 and keeps its data in .data', () => {
  const parsed = parseConfig({ PORT: '' }, []);
  expect(parsed).toMatchObject({
    ok: true,
    config: { port: 3000, host: 'localhost', dataDir: '.data', ops: { port: 3001, host: '127.0.0.1' } },
  });
});

test('every wrong variable is named at once', () => {
  const parsed = parseConfig(
    {
      PORT: '70000',
      RELEASE_LEASE: '3',
      LOG_LEVEL: 'loud',
      RELEASES: 'blog',
      ICON_FALLBACK_URL: 'ftp://x',
      FOREIGN_SOURCES: 'blog',
    },
    [],
  );
  expect(parsed.ok).toBe(false);
  const names = parsed.ok ? [] : parsed.issues.map((issue) => issue.split(':')[0]);
  expect(names.toSorted()).toEqual([
    'FOREIGN_SOURCES',
    'ICON_FALLBACK_URL',
    'LOG_LEVEL',
    'PORT',
    'RELEASES',
    'RELEASE_LEASE',
  ]);
});

test('of quotas 0 is any number, and whoever develops brings any number of bytes', () => {
  const quotasOf = (env: Record<string, string>) => {
    const parsed = parseConfig(env, []);
    return parsed.ok ? parsed.config.quotas : parsed.issues;
  };
  const MB = 1024 * 1024;
  const defaults = { dayBytes: 1024 * MB, previews: 10, previewBytes: 256 * MB, refused: 10 };
  expect(quotasOf({})).toEqual(defaults);
  expect(
    quotasOf({ RELEASE_DAY_MB: '0', PREVIEWS_PER_APP: '0', PREVIEW_MB: '0', RELEASE_REFUSED_KEPT: '0' }),
  ).toEqual({ dayBytes: Infinity, previews: Infinity, previewBytes: Infinity, refused: 0 });
  expect(quotasOf({ DEV: '1' })).toEqual({ ...defaults, dayBytes: Infinity });
  expect(quotasOf({ RELEASE_DAY_MB: '-1' })).toEqual([expect.stringContaining('RELEASE_DAY_MB')]);
});

test('answers of upstreams take up so much of each app', () => {
  const parsed = parseConfig({ UPSTREAMS: 'upstreams.yml', UPSTREAM_ANSWERS_MB: '1' }, []);
  expect(parsed).toMatchObject({
    ok: true,
    config: { upstreamsFile: 'upstreams.yml', upstreamAnswersBytes: 1024 * 1024 },
  });
});

test('the operations port may be a socket by its absolute path', () => {
  const socketOf = (text: string) => {
    const parsed = parseConfig({ OPERATIONS_SOCKET: text }, []);
    return parsed.ok ? parsed.config.operationsSocket : 'refused';
  };
  expect(['/run/ops.sock', '', 'ops.sock', `/${'x'.repeat(101)}`].map(socketOf)).toEqual([
    '/run/ops.sock',
    undefined,
    'refused',
    'refused',
  ]);
});

test('folders are looked at more often than origins, most often for whoever develops', () => {
  const pollOf = (env: Record<string, string>) => {
    const parsed = parseConfig(env, [{ app: 'blog', type: 'folder', folder: './mfe-blog' }]);
    return parsed.ok ? parsed.config.releasePollMs : parsed.issues;
  };
  expect(pollOf({})).toBe(250);
  expect(pollOf({ DEV: '1' })).toBe(50);
  expect(pollOf({ DEV: '1', RELEASES: 'blog=http://blog:8080' })).toBe(2_000);
  expect(pollOf({ DEV: '1', RELEASE_POLL: '1s' })).toBe(1_000);
});

test('builds in folders go live by themselves where that is set, and for whoever develops', () => {
  const follows = (env: Record<string, string>) => {
    const parsed = parseConfig(env, []);
    return parsed.ok && parsed.config.followFolders;
  };
  expect([{}, { RELEASE_FOLLOW: '0' }, { RELEASE_FOLLOW: '1' }, { DEV: '1' }].map(follows)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

const tracesOf = (env: Record<string, string>) => {
  const parsed = parseConfig(env, []);
  return parsed.ok ? parsed.config.traces : parsed.issues;
};

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_SERVICE_NAME: 'x' }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    { url: 'http://collector:4318/v1/traces', headers: {}, service: 'voltframe-gateway', ratio: 1 },
  ],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20s3cret',
      OTEL_SERVICE_NAME: 'site',
      OTEL_TRACES_SAMPLER_ARG: '0.01',
    },
    {
      url: 'https://traces.example/in',
      headers: { authorization: 'Bearer s3cret' },
      service: 'site',
      ratio: 0.01,
    },
  ],
])('traces go where the variables of OpenTelemetry say, and nowhere without an endpoint: %j', (env, traces) =>
  expect(tracesOf(env)).toEqual(traces),
);

test('a header that is none is refused without being said', () => {
  const issues = tracesOf({ OTEL_EXPORTER_OTLP_HEADERS: 's3cret', OTEL_TRACES_SAMPLER_ARG: '2' });
  expect(issues).toMatchObject([
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS: /),
    expect.stringMatching(/^OTEL_TRACES_SAMPLER_ARG: /),
  ]);
  expect(JSON.stringify(issues)).not.toContain('s3cret');
});
