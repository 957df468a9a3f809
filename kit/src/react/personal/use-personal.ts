import { type ComponentType, createElement, useEffect, useSyncExternalStore } from 'react';
import { navigate } from '@voltframe/kit/react';
import { personalAddress } from './personal-address.ts';
import { signInTarget } from './way-back.ts';
import { ANONYMOUS_ANSWER } from '../../contract/release/personal.ts';
import type { PersonalName, PersonalPath, SiteTarget } from '../../contract/page/site-types.ts';

/** Personal data of one address (docs/personal.md). */
export interface Personal<Data> {
  /** `anonymous`: on the server, until the page has hydrated, and for visitors unknown to the backend. */
  state: 'anonymous' | 'loading' | 'known' | 'failed';
  /** The last response. It stays during a refresh and when the refresh fails. */
  data?: Data | undefined;
  error?: PersonalError | undefined;
}

/** An error of the gateway, with a code of docs/errors.md, or of the backend. `status` 0: no response. */
export interface PersonalError {
  status: number;
  code?: string;
  message: string;
  /** The JSON of the answer, such as the fields that a 422 of the backend refuses. Absent without JSON. */
  body?: unknown;
}

const ANONYMOUS: Personal<never> = ANONYMOUS_ANSWER;
const NOT_KNOWN = 401;
/** Of this app, until the document ends: the build of each app contains one copy of this module. */
const states = new Map<string, Personal<unknown>>();
const latest = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();
/** The addresses of mounted components, with the number of these, and when they were asked for last, in ms. */
const mounted = new Map<
  string,
  { name: PersonalName; path: PersonalPath; components: number; askedAt: number }
>();
/** A visitor who returns to the page within this time sees the data as it is. */
const FRESH_MS = 5_000;

/**
 * The personal data at a path that this app declares. It is fetched after hydration, with one request for all
 * components that use the address, and again when the visitor returns to the page and after {@link sendPersonal}.
 * `refresh` fetches it again. `mutate(data)` shows data at once in all of these components, such as that of a change
 * which is not confirmed yet; the next answer replaces it.
 */
export function usePersonal<Data = unknown>(name: PersonalName, path: PersonalPath) {
  const read = () => (states.get(keyOf(name, path)) ?? ANONYMOUS) as Personal<Data>;
  const shown = useSyncExternalStore(subscribe, read, () => ANONYMOUS as Personal<Data>);
  useEffect(() => mount(name, path), [name, path]);
  return {
    ...shown,
    refresh: () => ask(name, path),
    mutate(data: Data): void {
      // The answer to an earlier request would show the data from before the change.
      latest.set(keyOf(name, path), Promise.resolve());
      set(keyOf(name, path), { state: 'known', data });
    },
  };
}

/**
 * @returns a page that redirects anonymous visitors, with the way back. The build calls it for `requires` of a route.
 */
export function requiring<Props extends object>(
  Page: ComponentType<Props>,
  name: PersonalName,
  path: PersonalPath,
  to: SiteTarget,
): ComponentType<Props> {
  return function Required(props) {
    const { state } = usePersonal(name, path);
    useEffect(() => {
      // Not `state`: before the first response it is `anonymous` for every visitor.
      if (states.get(keyOf(name, path))?.state === 'anonymous')
        void navigate(signInTarget(to, window.location), { replace: true });
    }, [state]);
    return createElement(Page, props);
  };
}

/**
 * Sends JSON to the backend, with the cookies of the visitor. Components that show data of this name then get it again.
 * @param body any JSON value; `FormData` with files, for a path that declares them
 * @returns the JSON of the response, or undefined without JSON. @throws a {@link PersonalError}
 */
export async function sendPersonal<Data = unknown>(
  name: PersonalName,
  path: PersonalPath,
  body: unknown,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<Data> {
  const sent =
    body instanceof FormData
      ? { body }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await source(name, path, { method, ...sent });
  for (const key of latest.keys()) if (key.startsWith(`${name} `)) latest.delete(key);
  for (const shown of mounted.values()) if (shown.name === name) void ask(name, shown.path, true);
  tellWatchers(name, true);
  return answer as Data;
}

/** @returns ends the use of the address by one component. */
function mount(name: PersonalName, path: PersonalPath): () => void {
  const key = keyOf(name, path);
  const shown = mounted.get(key) ?? { name, path, components: 0, askedAt: Date.now() };
  shown.components++;
  if (mounted.size === 0) document.addEventListener('visibilitychange', refetchStale);
  mounted.set(key, shown);
  void load(name, path);
  return () => {
    if (--shown.components > 0) return;
    mounted.delete(key);
    if (mounted.size === 0) document.removeEventListener('visibilitychange', refetchStale);
  };
}

/** The visitor may have signed in or out, or changed the data, in another window. */
function refetchStale(): void {
  if (document.visibilityState !== 'visible') return;
  for (const { name, path, askedAt } of mounted.values())
    if (Date.now() - askedAt >= FRESH_MS) void ask(name, path, true);
}

/** Fetches again for an anonymous visitor, who may have signed in since. */
function load(name: PersonalName, path: PersonalPath): Promise<void> {
  const wasAnonymous = states.get(keyOf(name, path))?.state === 'anonymous';
  return (wasAnonymous ? undefined : latest.get(keyOf(name, path))) ?? ask(name, path);
}

/** @param isAgain the components show what they have until the answer comes, also that the visitor is anonymous. */
function ask(name: PersonalName, path: PersonalPath, isAgain = false): Promise<void> {
  const key = keyOf(name, path);
  const before = states.get(key)?.data;
  const shown = mounted.get(key);
  if (shown) shown.askedAt = Date.now();
  if (before === undefined && !isAgain) set(key, { state: 'loading' });
  const asking: Promise<void> = source(name, path).then(
    (data) => {
      if (isAnonymous(data)) return forget(name);
      settle({ state: 'known', data });
      tellWatchers(name, true);
    },
    (error: PersonalError) =>
      error.status === NOT_KNOWN ? forget(name) : settle({ state: 'failed', data: before, error }),
  );
  const settle = (state: Personal<unknown>): void => {
    if (latest.get(key) === asking) set(key, state);
  };
  latest.set(key, asking);
  return asking;
}

/** The session has ended: no data of it stays on the page. */
function forget(name: string): void {
  for (const known of states.keys()) if (known.startsWith(`${name} `)) set(known, ANONYMOUS);
  tellWatchers(name, false);
}

type SessionWatcher = (name: string, isKnown: boolean) => void;
const watchers = new Set<SessionWatcher>();

/** @param watcher called with a name whose visitor may have signed in, or is not known any more. */
export function watchSession(watcher: SessionWatcher): void {
  watchers.add(watcher);
}

function tellWatchers(name: string, isKnown: boolean): void {
  for (const watcher of watchers) watcher(name, isKnown);
}

/** The gateway's answer for a visitor whom the backend does not know has this member alone. */
function isAnonymous(data: unknown): boolean {
  return JSON.stringify(data) === JSON.stringify(ANONYMOUS);
}

/** @throws a {@link PersonalError} */
async function request(name: PersonalName, path: PersonalPath, init?: RequestInit): Promise<unknown> {
  const options: RequestInit = { cache: 'no-store', redirect: 'error', ...init };
  const answer = await fetch(personalAddress(name, path), options).catch(() => {
    throw { status: 0, message: 'No answer came.' } satisfies PersonalError;
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw errorOf(answer.status, body);
  return body;
}

function errorOf(status: number, body: unknown): PersonalError {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  return {
    status,
    ...(typeof code === 'string' && { code }),
    message: typeof message === 'string' ? message : `The answer has the status ${status}.`,
    ...(body !== undefined && { body }),
  };
}

let source = request;

/**
 * For tests: another source of the data. What was fetched before is forgotten.
 * @param answer rejects with a {@link PersonalError}
 */
export function answerPersonal(
  answer: (name: PersonalName, path: PersonalPath, init?: RequestInit) => Promise<unknown>,
): void {
  source = answer;
  states.clear();
  latest.clear();
}

/** @returns the source of a test; undefined on a page. */
export function answeredBy(): typeof source | undefined {
  return source === request ? undefined : source;
}

function keyOf(name: PersonalName, path: PersonalPath): string {
  return `${name} ${path}`;
}

function set(key: string, state: Personal<unknown>): void {
  states.set(key, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
