import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { formSchema } from '@voltframe/kit/contract/forms/form-declaration';
import { checkForm } from '@voltframe/kit/contract/forms/check-form';
import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';
import { PACK_LIMITS } from '@voltframe/kit/contract/operations/operations';
import { ISLAND_PROPS_MAX_BYTES, islandKey, parseIslandProps } from '@voltframe/kit/contract/page/island';
import { parseIconList } from '@voltframe/kit/contract/page/icon';
import { lateToken } from '@voltframe/kit/contract/page/late-tokens';
import { canonicalSearch } from '@voltframe/kit/contract/page/canonical';
import { errorId, frameOf } from '@voltframe/kit/contract/reports/error-id';
import { REPORT_LIMITS } from '@voltframe/kit/contract/reports/view-report';
import type { SiteConfig } from '@voltframe/kit/contract/page/site-config';
import type { Release } from '@voltframe/kit/contract/release/release';
import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { buildMatcher, matchRules } from '@voltframe/kit/contract/routing/route-rules';
import { foldPath, normalizePath } from '@voltframe/kit/contract/routing/url-path';
import Fastify from 'fastify';
import { hash } from 'ohash';
import { MAX_TEXT_BYTES, readPost } from '../../enquiries/src/form-post.ts';
import { addFormParsers } from '../../enquiries/src/form-routes.ts';
import type { UploadStore } from '../../enquiries/src/uploads.ts';
import { MOST_VALUES } from '@voltframe/kit/packaging/json-bounds';
import { readManifest } from '@voltframe/kit/packaging/release-reader';
import { sha256 } from '@voltframe/kit/packaging/sha256';
import { cleanMessage } from '../../gateway/src/observing/errors/clean-message.ts';
import { parseReport } from '../../gateway/src/observing/reports/take-report.ts';
import { browserStack } from '../../gateway/src/observing/stacks/stacks.ts';
import { sourcePositions } from '../../gateway/src/observing/stacks/source-positions.ts';
import { isJson } from '../../gateway/src/platform/runtime/is-json.ts';
import { createFrameReader } from '../../gateway/src/platform/runtime/message-frames.ts';
import { visitorNetwork } from '../../gateway/src/platform/runtime/network-address.ts';
import { readCookie } from '../../gateway/src/platform/secrets/cookie.ts';
import { isEmptyPage } from '../../gateway/src/releasing/admission/check-pages.ts';
import { initialPictures } from '../../gateway/src/releasing/admission/measurements.ts';
import { linksIn } from '../../gateway/src/releasing/admission/references.ts';
import { ANSWER_LIMITS, parseAnswer } from '../../gateway/src/serving/render/parse-answer.ts';
import { containmentIssue } from '../../gateway/src/serving/render/markup-reader.ts';
import { SHORT_HTML } from '../../gateway/src/serving/render/self-contained.ts';
import { fetchResponse, openConnectionPool } from '../../gateway/src/serving/upstreams/fetch-response.ts';
import { compose } from '../../gateway/src/serving/compositions/compose.ts';
import { isSafeIconBody } from '../../gateway/src/serving/responses/icons.ts';
import { chooseEncoding, etagMatches, wantsJson } from '../../gateway/src/serving/responses/negotiate.ts';
import { fillPieces, HtmlBytes, JsonBytes } from '../../gateway/src/serving/responses/page-bytes.ts';
import type { Bench } from './run.ts';
import { settled, type SiteProcess, withSite } from './support/server-process.ts';
import { createStranger, PLAIN_404, STRANGER_REQUESTS } from './support/stranger-requests.ts';
import { atMost, milliseconds, ratio, type Row, figure } from './support/table.ts';

const KB = 1024;
const MB = KB * KB;
/** Largest header field that Node passes on, and longest address; in bytes. */
const HEADER = 16 * KB;
const ADDRESS = 8 * KB;
/** Longest value of a form's field before it is normalised. */
const FIELD = 39_000;

/** Longest thread time for one request, one answer of a backend, a part of a release, and a push; in milliseconds. */
const MOST_MS = 50;
/** For one request that no limit covers, and for one to a page that does not exist; in milliseconds. */
const STRANGER_MS = 4;
const PLAIN_404_MS = 1;
const MOST_GROWTH = 2.5;
/** The growth of shorter work cannot be measured: one garbage collection takes as long. In milliseconds. */
const MEASURABLE_MS = 25;

/** Work of the gateway's thread on untrusted bytes. */
interface Work {
  name: string;
  /** The author of the bytes. */
  by: 'visitor' | 'backend' | 'release' | 'push';
  /** The largest input. */
  limit: number;
  /** @returns the work on the worst input of a size; it may throw. */
  on(size: number): () => unknown;
}

const filled = (unit: string, size: number): string =>
  String(Buffer.from(unit.repeat(Math.ceil(size / unit.length)).slice(0, size)));
const work = (by: Work['by'], name: string, limit: number, on: Work['on']): Work => ({ name, by, limit, on });

/** JSON whose members all have different names: the slowest for a parser. */
function manyNames(size: number): Buffer {
  const members: string[] = [];
  for (let bytes = 2, index = 0; bytes < size; index++) {
    members.push(`"${index.toString(36)}x":1`);
    bytes += members.at(-1)!.length + 1;
  }
  return Buffer.from(`{${members.join(',')}}`);
}

function frame(head: Buffer): Buffer {
  const prefix = Buffer.alloc(16);
  prefix.writeUInt32LE(head.length);
  return Buffer.concat([prefix, head]);
}

const formOf = (kind: string): FormDeclaration =>
  formSchema.parse({
    name: 'bench',
    version: 1,
    kind: 'enquiry',
    action: '/api/bench',
    page: '/bench',
    minElapsedMs: 0,
    thanks: 'Thank you.',
    fields: [
      { name: 'email', label: 'your address', kind: 'email', required: true, max: 254 },
      { name: 'value', label: 'a value', kind, required: true, max: 9_700 },
    ],
  });
const field = (kind: string, text: (size: number) => string) => {
  const form = formOf(kind);
  return (size: number) => {
    const post = { email: 'ada@example.com', value: text(size) };
    return () => checkForm(form, post);
  };
};
const marks = (size: number): string => `${filled('\u0301', size / 2)}${filled('\u0323', size / 2)}`;

const URLENCODED = 'application/x-www-form-urlencoded';
const BOUNDARY = 'x'.repeat(70);
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
/** A post of a form, read with the parsers of the site. */
const post = (name: string, limit: number, type: string, bodyOf: (size: number) => string | Buffer): Work =>
  work('visitor', name, limit, (size) => {
    const app = Fastify({ bodyLimit: 2 * MB });
    void app.register(async (scope) => {
      await addFormParsers(scope);
      scope.post('/', (request) =>
        readPost(request, [], {} as UploadStore).then(({ fields }) => Object.keys(fields).length),
      );
    });
    const payload = Buffer.from(bodyOf(size));
    return () => app.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload });
  });

/** An answer of an upstream with this head, read with the code of the site. The server in this process only writes. */
const answerOf = (name: string, headOf: (size: number) => string): Work =>
  work('backend', name, 16 * KB - 200, (size) => {
    const answer = `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n${headOf(size)}content-length: 0\r\n\r\n`;
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write(answer));
    });
    const base = new Promise<URL>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        resolve(new URL(`http://127.0.0.1:${port}/`));
      });
    });
    server.unref();
    const { send } = openConnectionPool(1, 5_000);
    const signal = new AbortController().signal;
    return async () => {
      const upstream = { base: await base, headers: {}, maxBytes: MB, answerHeaders: ['x-total'] };
      return fetchResponse(upstream.base, upstream, { send, signal });
    };
  });

const MANIFEST = path.resolve(import.meta.dirname, '../../mfe-blog/dist/release.json');
/** A real manifest with a growing part. @param bytes size of an entry of this part. */
const manifest = (grow: (release: Record<string, unknown>, count: number) => void, bytes = 140) => {
  const text = readFileSync(MANIFEST, 'utf8');
  return (size: number) => {
    const release = JSON.parse(text) as Record<string, unknown>;
    grow(release, Math.floor(size / bytes));
    const grown = JSON.stringify(release);
    return () => readManifest(grown, 'blog');
  };
};
const numbered = <Value>(count: number, of: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => of(index));
const names = (count: number): Record<string, number> =>
  Object.fromEntries(numbered(count, (index) => [`name${index}`, 1]));
const SHA = 'a'.repeat(64);

const visitors: Work[] = [
  work('visitor', 'Accept: an unclosed quote', HEADER, (size) => {
    const headers = { accept: `"${filled(',', size)}` };
    return () => wantsJson(headers, undefined);
  }),
  work('visitor', 'Accept: many types', HEADER, (size) => {
    const headers = { accept: filled('a/b;q=0.1,', size) };
    return () => wantsJson(headers, undefined);
  }),
  work('visitor', 'Accept-Encoding: many codings', HEADER, (size) => {
    let call = 0; // chooseEncoding caches its results
    return () => chooseEncoding(`${call++},${filled('a;q=0.1,', size)}`, ['br', 'gzip']);
  }),
  work(
    'visitor',
    'If-None-Match: many tags',
    HEADER,
    (size) => () => etagMatches(filled('"",', size), '"a"'),
  ),
  work('visitor', 'Cookie: many', HEADER, (size) => () => readCookie(filled('a=%41;', size), 'preview')),
  work('visitor', 'X-Forwarded-For: an address', HEADER, (size) => () => visitorNetwork(filled('1:', size))),
  work(
    'visitor',
    'path: layers of encoding',
    ADDRESS,
    (size) => () => normalizePath(`/%${filled('25', size)}41`),
  ),
  work('visitor', 'path: encoded letters', ADDRESS, (size) => () => foldPath(filled('/%C3%89', size))),
  work('visitor', 'path: many segments against the routes', ADDRESS, (size) => {
    const routes = [{ id: 'a', path: filled('/:a', 198) }];
    return () => matchRoute(routes, filled('/a', size));
  }),
  work(
    'visitor',
    'query: many parameters',
    ADDRESS,
    (size) => () => canonicalSearch(`?${filled('tag=%41&', size)}`),
  ),
  work('visitor', 'query: many parameters, read by Fastify', ADDRESS, (size) => {
    const app = Fastify();
    app.get('/', (request) => Object.keys(request.query as object).length);
    return () => app.inject({ url: `/?${filled('%41&', size)}` });
  }),
  ...['%41&', 'a&', '%', 'a[b]=c&'].map((unit) =>
    post(`form post: many ${unit}`, MAX_TEXT_BYTES, URLENCODED, (size) => filled(unit, size)),
  ),
  post('form post: JSON of many names', MAX_TEXT_BYTES, 'application/json', (size) => manyNames(size - 20)),
  ...[`\r\n--${BOUNDARY.slice(0, -1)}`, '\r\n-', 'x'].map((unit) =>
    post(`form post: parts of ${JSON.stringify(unit)}`, 20 * 32 * KB, MULTIPART, (size) => {
      const part = (index: number): string =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${index}"\r\n\r\n${filled(unit, size / 20)}\r\n`;
      return `${numbered(20, part).join('')}--${BOUNDARY}--\r\n`;
    }),
  ),
  post('form post: headers of parts', 20 * 80 * KB, MULTIPART, (size) => {
    const headers = filled('a: b\r\n', size / 20);
    const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="a"\r\n${headers}\r\nx\r\n`;
    return `${part.repeat(20)}--${BOUNDARY}--\r\n`;
  }),
  work('visitor', 'icons: many names', ADDRESS, (size) => () => parseIconList(filled('b,a-', size))),
  work('visitor', 'island: props', ISLAND_PROPS_MAX_BYTES, (size) => {
    const text = manyNames(size - 20).toString();
    return () => {
      const parsed = parseIslandProps(text);
      return parsed.ok && islandKey('Card', parsed.props, hash);
    };
  }),
  work('visitor', 'form: marks in a text, in the wrong order', FIELD, field('text', marks)),
  work(
    'visitor',
    'form: an endless email address',
    FIELD / 4,
    field('email', (size) => `a@${filled('a-', size)}`),
  ),
  work(
    'visitor',
    'form: a link to a host of marks',
    FIELD / 4,
    field('links', (size) => `https://a${marks(size)}.com`),
  ),
  work('visitor', 'report: errors', REPORT_LIMITS.bodyBytes, (size) => {
    const body = `{"version":2,"composition":"${SHA}","errors":[${filled('{},', size)}{}]}`;
    return () => parseReport(body);
  }),
  work('visitor', 'report: a stack', REPORT_LIMITS.stack, (size) => {
    const stack = filled('a@https://a/assets/a/a.js:1:1\n', size);
    return () => [browserStack(stack, []), frameOf(stack)];
  }),
  work('visitor', 'report: a message', REPORT_LIMITS.message, (size) => () => [
    cleanMessage(filled(`' "a`, size)),
    errorId(filled(`' "a`, size)),
  ]),
];

const backends: Work[] = [
  answerOf('upstream: a head of many fields', (size) => filled('a: b\r\n', size - (size % 6))),
  answerOf('upstream: a head of one long field', (size) => `x-total: ${filled('a,', size)}\r\n`),
  work('backend', 'upstream: JSON of many names', 8 * MB, (size) => {
    const body = manyNames(size);
    return () => isJson(body);
  }),
  work(
    'backend',
    'icon service: the body of an icon',
    64 * KB,
    (size) => () => isSafeIconBody(filled('<path d="M0 0"/>', size)),
  ),
];

const html = ANSWER_LIMITS.html;
const onText = (name: string, unit: string, read: (text: string) => unknown): Work =>
  work('release', name, html, (size) => {
    const text = filled(unit, size);
    return () => read(text);
  });
/** A rule whose pattern chooses `*` or a name in nine segments, and has the longest path. */
const choosing = (rule: number): string =>
  numbered(64, (at) => (at < 9 && (rule >> at) % 2 === 1 ? '/*' : '/a')).join('');
const releases: Work[] = [
  work('release', 'rules: the most that match the longest path', 500, (size) => {
    const rules = numbered(size, (rule) => [choosing(rule), { headers: { 'x-a': '1' } }] as const);
    // The rules of the path that was asked for last are known, of one matcher.
    const [matcher, other] = [0, 1].map(() => buildMatcher(Object.fromEntries(rules)));
    return () => [matchRules(other!, '/'), matchRules(matcher!, filled('/a', 128))];
  }),
  ...[
    '<b ',
    '<b a=b>',
    '<b a="">',
    `<b id="${'&#'.repeat(400)}">`,
    '<!-- -->',
    '</b>',
    '<br>',
    '<svg></svg>',
  ].map((unit) =>
    work('release', `island: ${unit.slice(0, 20)}`, SHORT_HTML, (size) => {
      const text = filled(unit, size);
      return () => containmentIssue(text);
    }),
  ),
  ...(['[],', '"a",', '{"a":1},'] as const).map((unit) =>
    work('visitor', `page data: many ${unit}`, ANSWER_LIMITS.json, (size) => {
      const json = Buffer.from(`[${unit.repeat(Math.floor(size / unit.length) - 1)}0]`);
      return () => new JsonBytes(json);
    }),
  ),
  work('visitor', 'page data: the maximum number of names', MOST_VALUES - 10, (size) => {
    const json = Buffer.from(JSON.stringify(names(size)));
    return () => new JsonBytes(json);
  }),
  work('visitor', 'page data: many names', ANSWER_LIMITS.json, (size) => {
    const json = manyNames(size);
    return () => new JsonBytes(json);
  }),
  work('visitor', 'page data: script end sequences', ANSWER_LIMITS.json, (size) => {
    const json = Buffer.from(`"${filled('<!--', size - 2)}"`);
    return () => new JsonBytes(json).inScript;
  }),
  work('visitor', 'page facts: many names', ANSWER_LIMITS.json, (size) => {
    const json = manyNames(size);
    return () => parseAnswer('fragment', json);
  }),
  work('visitor', 'page HTML: markers', html, (size) => {
    const page = new HtmlBytes(Buffer.from(filled(lateToken('year'), size)));
    return () => fillPieces(page, () => '');
  }),
  work('visitor', 'page facts: an island with the maximum number of names', MOST_VALUES - 100, (size) => {
    const head = { title: '', meta: [], links: [], jsonLd: [], lang: 'en' };
    const facts = { head, inputs: {}, islands: [{ name: 'A', key: 'A_1', props: names(size) }] };
    const json = Buffer.from(JSON.stringify(facts));
    return () => parseAnswer('fragment', json);
  }),
  work('visitor', 'process: a head with too many names', 16 * MB, (size) => {
    const bytes = frame(manyNames(size - 20));
    return () => createFrameReader(() => {})(bytes);
  }),
  work('visitor', 'process: a head with the maximum number of names', MOST_VALUES - 10, (size) => {
    const bytes = frame(Buffer.from(JSON.stringify(names(size))));
    return () => createFrameReader(() => {})(bytes);
  }),
  work('release', 'paths: a list', 100_000, (size) => {
    const list = numbered(size, (index) => ({ path: `/a/${index}`, updated: '2026-01-01' }));
    const json = Buffer.from(JSON.stringify(list));
    return () => parseAnswer('paths', json);
  }),
  work('release', 'composition: four apps of 500 routes and rules', 500, (size) => {
    const parts = largeReleases(size);
    return () => compose(parts, {} as SiteConfig, 0, sha256);
  }),
  onText('admission: a page without text', '<> ', isEmptyPage),
  onText('admission: a picture in many widths', 'a 1w,', (text) => initialPictures(`<img srcset="${text}">`)),
  onText('admission: many pictures', '<img loading="lazy">', initialPictures),
  onText('admission: unclosed tags', '<img ', initialPictures),
  // One slice: the promise of the yield never settles.
  onText('admission: links, until it yields', '<a b>', (text) => {
    void linksIn(text, () => new Promise(() => {}));
  }),
  work('release', 'source map', MB, (size) => {
    const map = JSON.stringify({ version: 3, sources: ['a.ts'], mappings: filled('AAAA,', size - 60) });
    const positions = sourcePositions(Buffer.from(map));
    return () => positions?.(1, 1e6);
  }),
  work(
    'push',
    'manifest: files',
    PACK_LIMITS.manifestBytes,
    manifest((release, count) => {
      release['files'] = Object.fromEntries(
        numbered(count, (index) => [`client/${index}.js`, { sha256: SHA, bytes: 1 }]),
      );
    }),
  ),
  work(
    'push',
    'manifest: invalid files',
    PACK_LIMITS.files,
    manifest((release, count) => {
      release['files'] = Object.fromEntries(numbered(count, (index) => [`../${index}`, 1]));
    }, 1),
  ),
  work(
    'push',
    'manifest: too many files',
    // Parsed: the release has fewer than 2,000 other values.
    MOST_VALUES - 2_000,
    manifest((release, count) => {
      release['files'] = Object.fromEntries(numbered(count, (index) => [`../${index}`, 1]));
    }, 1),
  ),
  work(
    'push',
    'manifest: routes',
    500,
    manifest((release, count) => {
      const [route] = release['routes'] as Record<string, unknown>[];
      release['routes'] = numbered(count, (index) => ({
        ...route,
        id: `blog.${index}`,
        path: `/blog/${index}/:a`,
      }));
    }, 1),
  ),
  work(
    'push',
    'manifest: rules',
    500,
    manifest((release, count) => {
      release['rules'] = Object.fromEntries(
        numbered(count, (index) => [`/blog/${index}/**`, { redirect: `/blog/${index}x` }]),
      );
    }, 1),
  ),
  work(
    'push',
    'manifest: invalid entries',
    24_000,
    manifest((release, count) => {
      release['client'] = { css: numbered(count, () => '') };
    }, 1),
  ),
];

/** Four releases with this number of routes and of rules. */
function largeReleases(size: number): Release[] {
  const release = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Release;
  return ['a', 'b', 'c', 'd'].map((app) => ({
    ...release,
    app,
    routes: numbered(size, (index) => ({
      ...release.routes[0]!,
      id: `${app}.${index}`,
      path: `/${app}/${index}/:x`,
    })),
    rules: Object.fromEntries(numbered(size, (index) => [`/${app}/${index}/**`, { redirect: `/${app}` }])),
  }));
}

/** Measures the work of the gateway's thread on untrusted bytes, with the worst input within each limit. */
const bench: Bench = {
  title: 'Thread time for the worst input of each limit, and its growth when the input doubles',
  async measure() {
    const rows: Row[] = [];
    for (const { name, by, limit, on } of [...visitors, ...backends, ...releases]) {
      const half = await threadTime(on(limit / 2));
      const whole = await threadTime(on(limit));
      rows.push(atMost(`${by}: ${name}`, whole, MOST_MS, milliseconds));
      const growth = whole / half;
      rows.push(
        whole < MEASURABLE_MS
          ? figure('  growth', 'too short to measure')
          : atMost('  growth', growth, MOST_GROWTH, ratio),
      );
    }
    return [...rows, ...(await withSite({}, strangerRows))];
  },
};
export default bench;

/** Requests to a gateway with its default limits, which have refused the same visitor before. */
async function strangerRows(site: SiteProcess): Promise<Row[]> {
  await settled(site);
  const stranger = createStranger(site);
  const rows: Row[] = [];
  for (const one of [PLAIN_404, ...STRANGER_REQUESTS]) {
    const { ms, bytes } = await stranger.spend(one);
    const bar = one === PLAIN_404 ? PLAIN_404_MS : STRANGER_MS;
    rows.push(atMost(`stranger: ${one.name}`, ms, bar, fractions));
    rows.push(figure('  for each KB sent', fractions((ms * KB) / bytes)));
  }
  stranger.end();
  return rows;
}

const fractions = (ms: number): string => `${ms.toFixed(2)} ms`;

const ROUNDS = 5;
/** Short work is repeated for this time, because the CPU clock of a thread has ticks of some milliseconds. */
const ROUND_MS = 40;
const MOST_REPEATS = 2_000;
const MOST_ROUND_MS = 500;

/** @returns the CPU time of this thread for one call, in ms; the smallest of some rounds. */
async function threadTime(call: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const started = process.threadCpuUsage();
    let calls = 0;
    let took = 0;
    const end = performance.now() + MOST_ROUND_MS;
    while (took < ROUND_MS && calls < MOST_REPEATS && performance.now() < end) {
      // Waiting for another thread uses no CPU time of this thread.
      await attempt(call);
      calls++;
      const { user, system } = process.threadCpuUsage(started);
      took = (user + system) / 1_000;
    }
    least = Math.min(least, took / calls);
  }
  return least;
}

/** A call that refuses its input also counts as work. */
async function attempt(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch {
    // The input was refused.
  }
}
