/**
 * The script of the process that hydrates documents of a candidate without a browser. It runs the inline bootstrap
 * and every module that is imported from there, in the window of a DOM library. It has the restrictions of a render
 * process: no files, no network, no environment. Its answers are untrusted: it detects accidents, not malice.
 */
import { closeHost, openChannel } from '../../../../serving/render/sandbox.ts';
import { dropFirstNewlines, openWindow } from './browser-window.ts';
import { firstDifference, type Difference } from './first-difference.ts';
import { createPageModules, type Scripts } from './page-modules.ts';
import { watchRootFont } from './root-font.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { ExposesMessage, LoadMessage, PageMessage, ParentMessage } from '../protocol.ts';

/** Time limit of hydration, and the time for which a page is watched afterwards; ms of virtual time. */
const HYDRATION_MS = 8_000;
const WATCHED_MS = 600;
/** Virtual time for which a page is watched after a click in an island, in ms; and most clicks on one page. */
const CLICK_MS = 100;
const MOST_CLICKS = 20;
/** The attributes that the shell writes (kit/src/contract/page/island.ts). */
const ISLANDS = '[data-interactive]';
const MOST_NOTES = 10;
const CODE_FD = 0;
const LONGEST_MESSAGE = 500;
const LONGEST_STACK = 4_000;

const PROBE = 'scope-probe';
const PROBE_URL = `/assets/${PROBE}/${PROBE}.js`;

/** The container of a probe: it exposes the shared modules of the shell. */
const PROBE_SOURCE = `
  let take;
  export const scope = new Promise((resolve) => (take = resolve));
  export const init = (given) => take(given);
  export const get = async () => () => ({ default: () => null });
`;

interface Note {
  kind: string;
  message: string;
  stack?: string;
}

const channel = openChannel();
let loaded: (Omit<LoadMessage, 'scripts'> & { scripts: Scripts }) | undefined;
let note: (kind: string, error: unknown, stack?: string) => void = () => {};

process.on('unhandledRejection', (reason) => note('rejection', reason));
process.on('uncaughtException', (error) => note('uncaught', error));
channel.onMessage((message: ParentMessage) => {
  if (message.type === 'load') {
    loaded = { ...message, scripts: sourcesOf(message) };
    return channel.answer({ id: message.id, ok: true });
  }
  const work = message.type === 'page' ? hydrate(message) : askExposes(message);
  work.then(
    (result) => channel.answer({ id: message.id, ok: true, result }),
    (error: unknown) => {
      const result = { state: 'failed', notes: [noteOf('failed', error)] };
      channel.answer({ id: message.id, ok: true, result });
    },
  );
});

/** The sources, in the order of the standard input. */
function sourcesOf({ scripts }: LoadMessage): Scripts {
  const sources = scripts.map(({ path, name, bytes }) => {
    return [path, { name, source: channel.read(CODE_FD, bytes) }] as const;
  });
  return Object.fromEntries(sources);
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
closeHost(true);

type OpenPage = ReturnType<typeof openPage>;

function openPage({ url, html, policy }: Pick<PageMessage, 'url' | 'html' | 'policy'>) {
  if (!loaded) throw new Error('Nothing is loaded');
  const { profile, imports, tables, personal } = loaded;
  const scripts = { ...loaded.scripts, [PROBE_URL]: { source: PROBE_SOURCE, name: PROBE_URL } };
  const notes: Note[] = [];
  let reported = false;
  const time = createVirtualTime({ turn, onError: (error) => note('uncaught', error) });
  let difference: Difference | undefined;
  note = (kind, error, stack) => {
    if (kind === 'console') difference ??= compare();
    // The other errors may follow from what the policy refuses.
    if (kind === 'styles') notes.unshift(noteOf(kind, error, stack));
    else if (kind === 'policy' && !notes.some((one) => one.kind === kind))
      notes.unshift(noteOf(kind, error, stack));
    else if (kind !== 'policy' && notes.length < MOST_NOTES) notes.push(noteOf(kind, error, stack));
  };
  const { window, checkDocument } = openWindow({
    url,
    html,
    profile,
    tables,
    personal,
    time,
    policy,
    note: (...values) => note(...values),
    onReport: () => void (reported = true),
  });
  const checkRootFont = watchRootFont(window, (message, stack) => note('rem', message, stack));
  const root = window.document.getElementById('app');
  const parser = new window.DOMParser();
  // Parsed again only for a page with a difference, because a copy of each page would take as long as its hydration.
  const compare = (): Difference | undefined => {
    const parsed = parser.parseFromString(html, 'text/html');
    dropFirstNewlines(parsed);
    const server = parsed.getElementById('app');
    return root && server ? firstDifference(server, root) : undefined;
  };
  return {
    window,
    time,
    notes,
    checkDocument() {
      checkDocument();
      checkRootFont();
    },
    /** @returns whether the page reported a failure. */
    reported: () => reported,
    modules: createPageModules({ context: window, url, scripts, imports }),
    /** @returns the place of the difference when React reported a mismatch. */
    difference: () => difference,
    async close() {
      note = () => {};
      await window.happyDOM.abort();
      // `window.close()` would leak five megabytes for each page.
      await window.happyDOM.close();
    },
  };
}

async function hydrate(message: PageMessage): Promise<object> {
  const page = openPage(message);
  const { window, time, notes } = page;
  let state = 'late';
  let until = HYDRATION_MS;
  const decide = (as: string): void => {
    if (state !== 'late') return;
    state = as;
    until = time.now() + WATCHED_MS;
  };
  window.addEventListener('platform:hydrated', () => decide('hydrated'));
  window.addEventListener('platform:off', () => decide('off'));
  runInline(page);
  const calm = await time.run(() => until);
  const difference = page.difference();
  page.checkDocument();
  const isCalm = calm && (state !== 'hydrated' || (await useIslands(page)));
  await page.close();
  return { state, restless: !isCalm, notes, reported: page.reported(), ...(difference && { difference }) };
}

/**
 * Each interactive island has hydrated; each of its buttons is clicked once. Errors of a click are not looked at: it
 * may need features that this window lacks. The limits of the process end an endless one.
 * @returns false when a click does not end
 */
async function useIslands({ window, time }: OpenPage): Promise<boolean> {
  for (const island of window.document.querySelectorAll(`${ISLANDS}:not([data-hydrated])`)) {
    const key = island.parentElement?.getAttribute('data-island');
    note('island', `the island ${key} of ${island.getAttribute('data-interactive')} never answers`);
  }
  note = () => {};
  const buttons = [...window.document.querySelectorAll(`${ISLANDS} button`)].slice(0, MOST_CLICKS);
  for (const button of buttons) {
    try {
      (button as unknown as { click(): void }).click();
    } catch {
      // See above.
    }
    const until = time.now() + CLICK_MS;
    if (!(await time.run(() => until))) return false;
  }
  return true;
}

function runInline({ window, modules }: OpenPage): void {
  for (const script of window.document.querySelectorAll('script:not([type])')) {
    try {
      modules.runInline(script.textContent ?? '');
    } catch (error) {
      note('uncaught', error);
    }
  }
}

/** @returns the reason for each container that fails. */
async function askExposes(message: ExposesMessage): Promise<object> {
  // The code of modules that runs when they are evaluated does so in a page, too.
  const page = openPage({ ...message, policy: '' });
  const failed: object[] = [];
  const scope = probeShareScope(page);
  runInline(page);
  let done = false;
  const ask = async (shared: unknown): Promise<void> => {
    for (const container of message.containers) {
      const failure = await askContainer(page, shared, container);
      if (failure) failed.push({ app: container.app, ...failure });
    }
    done = true;
  };
  scope.then(ask).catch((error: unknown) => note('uncaught', error));
  await page.time.run(() => (done ? 0 : HYDRATION_MS));
  if (!done)
    failed.push({
      app: 'shell',
      what: 'share scope',
      ...noteOf('late', page.notes[0]?.message ?? 'it is not made'),
    });
  await page.close();
  return { failed };
}

/**
 * Replaces the page of the document by the probe, so that the shell loads the probe.
 * @returns the scope, once the inline script has run and the shell has loaded.
 */
async function probeShareScope({ window: { document }, modules }: OpenPage): Promise<unknown> {
  const element = document.querySelector('script[id="page-data"]');
  if (element)
    element.textContent = JSON.stringify(asProbe(JSON.parse(element.textContent ?? '{}') as PageData));
  const probe = (await modules.importModule(PROBE_URL)) as { scope: Promise<unknown> };
  return probe.scope;
}

interface PageData {
  routes: object[];
  remotes: Record<string, string>;
}

function asProbe(data: PageData): object {
  const route = {
    id: PROBE,
    app: PROBE,
    path: '/',
    expose: './probe',
    js: [],
    css: [],
    prerender: false,
    guards: [],
  };
  const head = { title: '', meta: [], links: [], jsonLd: [], lang: 'en' };
  return {
    ...data,
    error: null,
    page: { path: '/', routeId: PROBE, params: {}, head, data: null, islands: [] },
    routes: [...data.routes, route],
    remotes: { ...data.remotes, [PROBE]: PROBE_URL },
  };
}

interface Container {
  init(scope: unknown): unknown;
  get(expose: string): Promise<() => unknown>;
}

async function askContainer(
  { modules }: OpenPage,
  scope: unknown,
  { entry, exposes }: ExposesMessage['containers'][number],
): Promise<({ what: string } & Note) | undefined> {
  let what = '';
  const fail = (error: unknown) => ({ what, ...noteOf('exposes', error) });
  try {
    const container = (await modules.importModule(entry)) as Partial<Container>;
    if (typeof container.init !== 'function' || typeof container.get !== 'function')
      return fail('it exports no init and get');
    await container.init(scope);
    for (const expose of exposes) {
      what = expose;
      const factory = await container.get(expose);
      if (typeof factory !== 'function') return fail('it gives no factory');
      if (factory() === undefined) return fail('it gives no module');
    }
    return undefined;
  } catch (error) {
    return fail(error);
  }
}

function noteOf(kind: string, error: unknown, stack?: string): Note {
  const { message, stack: own } = (error ?? {}) as Partial<Record<'message' | 'stack', unknown>>;
  const shown = stack ?? (typeof own === 'string' ? own : undefined);
  return {
    kind,
    message: textOf(message ?? error).slice(0, LONGEST_MESSAGE),
    ...(shown !== undefined && { stack: shown.slice(0, LONGEST_STACK) }),
  };
}

function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that has no text';
  }
}
