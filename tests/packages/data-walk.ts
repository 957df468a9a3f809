import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { type LaunchOptions, chromium } from 'playwright';
import { type Listener, listen } from '../bench/support/listener.ts';
import { until } from '../bench/support/waiting.ts';
import { changedDraft } from '../faults/draft-release.ts';
import type { FaultGateway } from '../faults/fault-gateway.ts';
import { pack } from '../faults/push-drafts.ts';
import { MFE } from './developing.ts';
import type { Machine } from './machine.ts';

/** More listed pages than the gateway makes calls a second. */
const ITEMS = 120;
const VISITS_AT_ONCE = 4;
/** A loader whose answer never comes, so that the admission of each page takes as long as it may. */
const HANGS =
  'for (const page of Object.values(module.exports.pages)) page.server = { ...page.server, loader: () => new Promise(() => {}) };';

const LATER = 'in a later release';
/** Path in the repository → text: an app with data of everyone, data of one visitor, and a list in pages. */
const FILES: Record<string, string> = {
  'src/app.tsx': `import type { ReactNode } from 'react';
import { usePersonal } from '@voltframe/kit/react/use-personal';
export default function App({ children }: { children: ReactNode }) {
  const { state, data } = usePersonal<{ name: string }>('account', '/me');
  return <><p id="badge">{state === 'known' ? data?.name : 'Sign in'}</p>{children}</>;
}
`,
  'src/pages/list.server.ts': `import type { LoaderContext } from '@voltframe/kit/contract/page/page-server';
export async function loader({ query = {}, upstream }: LoaderContext) {
  return (await upstream('shop').get(\`/items?page=\${query['page'] ?? '1'}\`, { revalidate: 1 })).json();
}
export const head = () => ({ title: 'Items' });
`,
  'src/pages/list.tsx': `import { Link, type PageProps } from '@voltframe/kit/react';
export default function List({ data }: PageProps<{ page: string; names: string[] }>) {
  return <><h1>Items</h1><p id="page">Page {data.page}: {data.names.join(', ')}</p>
    <Link to={\`/notes/list?page=\${Number(data.page) + 1}\`}>Next</Link></>;
}
`,
  'src/pages/item.server.ts': `import type { LoaderContext } from '@voltframe/kit/contract/page/page-server';
export async function paths({ upstream }: Pick<LoaderContext, 'upstream'>) {
  const { ids } = (await upstream('shop').get('/items')).json<{ ids: string[] }>();
  return ids.map((id) => ({ path: \`/notes/items/\${id}\` }));
}
export const validate = ({ params }: { params: { id: string } }) => /^i\\d+$/.test(params.id);
export async function loader({ params, upstream }: LoaderContext<{ id: string }>) {
  return (await upstream('shop').get(\`/items/\${params.id}\`, { revalidate: 1 })).json();
}
export const head = ({ data }: { data: { name: string } }) => ({ title: data.name });
`,
  'src/pages/item.tsx': `import type { PageProps } from '@voltframe/kit/react';
export default ({ data }: PageProps<{ name: string }>) => <h1>{data.name}</h1>;
`,
};
const configOf = (
  app: string,
): string => `import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';
const page = (name: string) => ({ page: \`./src/pages/\${name}.tsx\`, server: \`./src/pages/\${name}.server.ts\` });
export default defineMfe({
  name: '${app}',
  app: './src/app.tsx',
  routes: [
    { id: '${app}.home', path: '/${app}', ...page('home'), prerender: true },
    { id: '${app}.list', path: '/${app}/list', ...page('list'), query: { page: { loads: true, samples: ['2'] } } },
    { id: '${app}.item', path: '/${app}/items/:id', ...page('item'), prerender: true },
  ],
  upstreams: { shop: { paths: ['/items', '/items/*'] } },
  personal: { account: { paths: ['/me'], methods: ['GET'], samples: { '/me': { name: 'Ada' } } } },
});
`;

/** The backend of the items and of the visitors' accounts. */
export interface DataBackend extends Listener {
  /** Text of the gateway's file of upstreams, for an app. */
  upstreams(app: string): string;
  calls(): number;
}

export async function startDataBackend(): Promise<DataBackend> {
  let calls = 0;
  const backend = await listen((request, response) => {
    calls++;
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const page = searchParams.get('page');
    const answer =
      page === null ? answerOf(pathname) : { page, names: [`the first of ${page}`, `the last of ${page}`] };
    response.statusCode = answer === undefined ? 404 : 200;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer ?? {}));
  });
  return {
    ...backend,
    calls: () => calls,
    upstreams: (app) =>
      `shop: { url: ${backend.url}, apps: [${app}] }\naccount: { url: ${backend.url}, apps: [${app}], visitor: { cookies: [sid] } }\n`,
  };
}

function answerOf(pathname: string): object | undefined {
  if (pathname === '/items') return { ids: Array.from({ length: ITEMS }, (_, index) => `i${index}`) };
  const [, id] = /^\/items\/(i\d+)$/.exec(pathname) ?? [];
  return id === undefined ? undefined : { id, name: `The item ${id}` };
}

/**
 * Publishes an app with data from a backend: more pages than calls a second, a list in pages, and data of a visitor in
 * each page. Then the backend ends, and a release goes live without it. At last a release goes live beside three whose
 * pages never answer.
 */
export async function walkWithData(
  machine: Machine,
  repository: string,
  app: string,
  { gateway, backend, launch }: { gateway: FaultGateway; backend: DataBackend; launch: LaunchOptions },
): Promise<void> {
  const mfe = (...args: string[]): Promise<string> => machine.run(repository, ['node', MFE, ...args]);
  const files = {
    ...FILES,
    'mfe.config.ts': configOf(app),
    '.mfe/upstreams.yml': shopOnly(backend, app),
  };
  const restore = writeFiles(repository, files);
  const home = `${gateway.url}/${app}`;
  const items = Array.from({ length: ITEMS }, (_, index) => `${home}/items/i${index}`);
  try {
    await mfe('sync');
    await mfe('build');
    await mfe('check', '--browser');
    await mfe('publish');
    // The gateway renders them as fast as it may call the backend.
    await until('all pages', async () => (await wrongItems(items, () => true)).length === 0);
    await clickThrough(`${home}/list`, launch);
    backend.close();
    await until('pages without their backend', async () => isStale(await fetch(items[0]!)));
    const wrong = await wrongItems(items, isStale);
    if (wrong.length > 0) throw new Error(`without the backend: ${wrong.join(', ')}`);
    await publishLater(mfe, repository, home);
    await publishBesideHanging(mfe, repository, home, gateway);
  } finally {
    restore();
  }
}

/** The check answers data of a visitor from the samples. */
const shopOnly = (backend: DataBackend, app: string): string => backend.upstreams(app).split('\n')[0]!;

const isStale = (response: Response): boolean => response.headers.get('x-data') === 'stale';

/** @returns the pages that are not right, with their status */
async function wrongItems(items: string[], isRight: (response: Response) => boolean): Promise<string[]> {
  const visit = async (url: string): Promise<string[]> => {
    const response = await fetch(url);
    const isShown = (await response.text()).includes(`The item ${path.basename(url)}<`);
    return response.status === 200 && isShown && isRight(response) ? [] : [`${response.status} ${url}`];
  };
  return (await pMap(items, visit, { concurrency: VISITS_AT_ONCE })).flat();
}

/** Follows a link that changes only the query, and goes back. @throws for a message on the console, or wrong data */
async function clickThrough(url: string, launch: LaunchOptions): Promise<void> {
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    await page.locator('html[data-hydrating=false]').waitFor({ state: 'attached' });
    await page.getByText('Page 1: the first of 1').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await page.getByText('Page 2: the first of 2').waitFor();
    await page.goBack();
    await page.getByText('Page 1: the first of 1').waitFor();
    await page.getByText('Sign in', { exact: true }).first().waitFor();
    if (problems.length > 0) throw new Error(`the console says: ${problems.join('\n')}`);
  } finally {
    await browser.close();
  }
}

type Mfe = (...args: string[]) => Promise<string>;

async function publishLater(mfe: Mfe, repository: string, home: string, mark = LATER): Promise<void> {
  const file = path.join(repository, 'src/pages/home.tsx');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, before.replace('{data.heading}', `{data.heading} ${mark}`));
  try {
    await mfe('build');
    await mfe('publish');
  } finally {
    writeFileSync(file, before);
  }
  if (!(await (await fetch(home)).text()).includes(mark)) throw new Error(`${mark}: not live`);
}

/** @throws when the release is not live before the first of the hanging ones has its verdict */
async function publishBesideHanging(
  mfe: Mfe,
  repository: string,
  home: string,
  { opsUrl, token }: FaultGateway,
): Promise<void> {
  const end = new AbortController();
  let ended = '';
  for (const name of ['blog', 'legal', 'marketing'] as const)
    void fetch(`${opsUrl}/-/releases/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
      body: pack([changedDraft(name, 'hangs', { code: HANGS })]) as Uint8Array<ArrayBuffer>,
      signal: end.signal,
    })
      .then((response) => response.text())
      .then(
        (text) => (ended ||= `${name}: ${text}`),
        () => {},
      );
  try {
    await publishLater(mfe, repository, home, 'beside releases that hang');
    if (ended !== '') throw new Error(`a release that hangs had its verdict first: ${ended}`);
  } finally {
    end.abort();
  }
}

/** @returns what removes the files, and writes those of before again. */
function writeFiles(repository: string, files: Record<string, string>): () => void {
  const undo = Object.entries(files).map(([name, text]) => {
    const file = path.join(repository, name);
    const before = readOrNothing(file);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return () => (before === undefined ? rmSync(file) : writeFileSync(file, before));
  });
  return () => undo.forEach((one) => one());
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
