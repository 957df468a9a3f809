import type { CompositionScripts } from '../composition-scripts.ts';
import { type HydrationProcess, ProcessEnded } from '../hydration-process.ts';
import { type DevTools, openDevTools, type Parameters } from './devtools.ts';
import { BINDING, PAGE_LISTENER } from './page-listener.ts';

export interface BrowserProcessOptions {
  /** DevTools address of a Chromium. */
  endpoint: string;
  scripts: CompositionScripts;
  after(ms: number, callback: () => void): () => void;
  /** Default: a real connection. */
  open?: (endpoint: string, after: BrowserProcessOptions['after']) => Promise<DevTools>;
}

/** How long a page may take to hydrate, on a machine that has other work too, and how long it is watched after that. */
const HYDRATION_MS = 30_000;
const WATCHED_MS = 600;
/** A page that failed may still say more; it need not hydrate any more. */
const FAILED_MS = 2_000;
const MOST_NOTES = 10;
const TABLES = '/builds/tables/';
const LONGEST_REPORT = 1_000;
const LONGEST_STACK = 4_000;

/**
 * A real Chromium in the place of a process that hydrates. Each page has a profile of its own, and whatever it asks for is answered
 * here: the browser needs no network, not even to the gateway.
 */
export function startBrowserProcess({
  endpoint,
  scripts,
  after,
  open = openDevTools,
}: BrowserProcessOptions): HydrationProcess {
  const sources = new Map(
    scripts.scripts.map(({ path, name }, index) => [path, { name, source: scripts.sources[index]! }]),
  );
  const opened = open(endpoint, after);
  opened.catch(() => {}); // whoever asks is told
  return {
    async ask(question) {
      if (question.type !== 'page') throw new Error('A browser hydrates pages');
      try {
        return await hydrate(await opened, question, { sources, tables: scripts.tables }, after);
      } catch (error) {
        throw new ProcessEnded(`the browser beside the gateway: ${(error as Error).message}`, 'machine');
      }
    },
    end: () => void opened.then((devtools) => devtools.end()).catch(() => {}),
  };
}

type Sources = ReadonlyMap<string, { name: string; source: Buffer }>;

interface Files {
  sources: Sources;
  tables: string;
}

interface Told {
  state?: string;
  note?: { kind: string; message: string; stack?: string };
}

async function hydrate(
  devtools: DevTools,
  { url, html }: { url: string; html: string },
  { sources, tables }: Files,
  after: BrowserProcessOptions['after'],
): Promise<object> {
  const notes: object[] = [];
  const reports: string[] = [];
  const decided = Promise.withResolvers<string>();
  decided.promise.catch(() => {}); // it may end before anybody waits for that
  const { browserContextId } = await devtools.call('Target.createBrowserContext', { disposeOnDetach: true });
  const undo = [
    after(HYDRATION_MS, () => decided.resolve('late')),
    devtools.onEnd((reason) => decided.reject(new Error(reason))),
  ];
  try {
    const page = await openPage(devtools, browserContextId);
    const stopListening = devtools.listen(page.session, (method, parameters) => {
      if (method === 'Fetch.requestPaused')
        return void answer(page, parameters, { url, html, sources, tables, reports }).catch(() => {});
      if (method !== 'Runtime.bindingCalled') return;
      const { state, note } = parseTold(parameters['payload']);
      if (state !== undefined) decided.resolve(state);
      if (!note || notes.length >= MOST_NOTES) return;
      notes.push(withNames(note, new URL(url).origin, sources));
      if (notes.length === 1) undo.push(after(FAILED_MS, () => decided.resolve('late')));
    });
    undo.push(stopListening);
    await page.call('Page.navigate', { url });
    const state = await decided.promise;
    if (state === 'hydrated') await new Promise<void>((watched) => void after(WATCHED_MS, watched));
    return { state, notes, reports };
  } finally {
    for (const one of undo) one();
    await devtools.call('Target.disposeBrowserContext', { browserContextId }).catch(() => {});
  }
}

interface Page {
  session: string;
  call(method: string, parameters?: Parameters): Promise<Parameters>;
}

async function openPage(devtools: DevTools, browserContextId: unknown): Promise<Page> {
  const { targetId } = await devtools.call('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await devtools.call('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const call: Page['call'] = (method, parameters) => devtools.call(method, parameters, session);
  await call('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  // Without these the script does not run, and nothing is told of the binding.
  await call('Page.enable');
  await call('Runtime.enable');
  await call('Runtime.addBinding', { name: BINDING });
  await call('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_LISTENER });
  return { session, call };
}

/** Answers what the page asks for: the document, and the scripts of the composition. Nothing else is there. */
async function answer(
  { call }: Page,
  parameters: Parameters,
  { url, html, sources, tables, reports }: Files & { url: string; html: string; reports: string[] },
): Promise<void> {
  const { requestId, resourceType, request } = parameters as {
    requestId: string;
    resourceType: string;
    request: { url: string; postData?: string };
  };
  const fulfill = (responseCode: number, type: string, body: string | Buffer = ''): Promise<unknown> =>
    call('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: [{ name: 'content-type', value: type }],
      body: Buffer.from(body).toString('base64'),
    });
  if (resourceType === 'Document' && request.url === url)
    return void (await fulfill(200, 'text/html; charset=utf-8', html));
  if (resourceType === 'Ping' && request.postData !== undefined && reports.length < MOST_NOTES)
    reports.push(request.postData.slice(0, LONGEST_REPORT));
  if (resourceType === 'Stylesheet') return void (await fulfill(200, 'text/css'));
  if (request.url.startsWith(new URL(TABLES, url).href))
    return void (await fulfill(200, 'application/json', tables));
  // No answer is no error: data is not what is looked at.
  if (resourceType === 'Fetch' || resourceType === 'XHR') return;
  const script = scriptAt(request.url, new URL(url).origin, sources);
  await (script ? fulfill(200, 'text/javascript; charset=utf-8', script.source) : fulfill(404, 'text/plain'));
}

/** A stack as the other processes tell it: with the names of scripts in place of their addresses. */
function withNames(note: NonNullable<Told['note']>, origin: string, sources: Sources): object {
  const stack = (note.stack ?? '').replace(
    /https?:\/\/[^\s():]+(?::\d+)?\/[^\s():]+/g,
    (address) => scriptAt(address, origin, sources)?.name ?? address,
  );
  return { ...note, stack: stack.slice(0, LONGEST_STACK) };
}

function scriptAt(
  address: string,
  origin: string,
  sources: Sources,
): { name: string; source: Buffer } | undefined {
  const url = URL.parse(address);
  return url?.origin === origin ? sources.get(url.pathname) : undefined;
}

/** What the page says is a stranger's: what is malformed says nothing. */
function parseTold(payload: unknown): Told {
  try {
    const { state, note } = JSON.parse(String(payload)) as Told;
    return {
      ...(typeof state === 'string' && { state }),
      ...(typeof note?.message === 'string' && typeof (note.stack ?? '') === 'string' && { note }),
    };
  } catch {
    return {};
  }
}
