import { type ComponentType, createElement, useEffect, useSyncExternalStore } from 'react';
import { navigate } from '@voltframe/kit/react';
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
}

/** Set by the app's build: `/assets/{app}/`. */
// oxlint-disable-next-line no-underscore-dangle -- webpack sets this name
declare const __webpack_public_path__: string;

const ANONYMOUS: Personal<never> = ANONYMOUS_ANSWER;
const NOT_KNOWN = 401;
/** Of this app, until the document ends: the build of each app contains one copy of this module. */
const states = new Map<string, Personal<unknown>>();
const latest = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/**
 * The personal data at a path that this app declares. It is fetched after hydration, with one request for all
 * components that use the address. `refresh` fetches it again.
 */
export function usePersonal<Data = unknown>(name: PersonalName, path: PersonalPath) {
  const read = () => (states.get(keyOf(name, path)) ?? ANONYMOUS) as Personal<Data>;
  const shown = useSyncExternalStore(subscribe, read, () => ANONYMOUS as Personal<Data>);
  useEffect(() => void load(name, path), [name, path]);
  return { ...shown, refresh: () => ask(name, path) };
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
 * Sends JSON to the backend, with the cookies of the visitor. @param body any JSON value
 * @returns the JSON of the response, or undefined without JSON. @throws a {@link PersonalError}
 */
export async function sendPersonal<Data = unknown>(
  name: PersonalName,
  path: PersonalPath,
  body: unknown,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<Data> {
  const headers = { 'content-type': 'application/json' };
  return (await source(name, path, { method, headers, body: JSON.stringify(body) })) as Data;
}

/** Fetches again for an anonymous visitor, who may have signed in since. */
function load(name: string, path: string): Promise<void> {
  const wasAnonymous = states.get(keyOf(name, path))?.state === 'anonymous';
  return (wasAnonymous ? undefined : latest.get(keyOf(name, path))) ?? ask(name, path);
}

function ask(name: string, path: string): Promise<void> {
  const key = keyOf(name, path);
  const before = states.get(key)?.data;
  if (before === undefined) set(key, { state: 'loading' });
  const asking: Promise<void> = source(name, path).then(
    (data) => (isAnonymous(data) ? forget(name) : settle({ state: 'known', data })),
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
}

/** The gateway's answer for a visitor whom the backend does not know has this member alone. */
function isAnonymous(data: unknown): boolean {
  return JSON.stringify(data) === JSON.stringify(ANONYMOUS);
}

/** @throws a {@link PersonalError} */
async function request(name: string, path: string, init?: RequestInit): Promise<unknown> {
  const app = __webpack_public_path__.split('/')[2];
  const failed = (
    status: number,
    { code, message }: { code?: string; message?: string } = {},
  ): PersonalError => ({
    status,
    ...(code !== undefined && { code }),
    message: message ?? 'No answer came.',
  });
  const options: RequestInit = { cache: 'no-store', redirect: 'error', ...init };
  const answer = await fetch(`/-/personal/${app}/${name}${path}`, options).catch(() => {
    throw failed(0);
  });
  const json: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw failed(answer.status, json ?? {});
  return json;
}

let source = request;

/**
 * For tests: another source of the data. What was fetched before is forgotten.
 * @param answer rejects with a {@link PersonalError}
 */
export function answerPersonal(
  answer: (name: string, path: string, init?: RequestInit) => Promise<unknown>,
): void {
  source = answer;
  states.clear();
  latest.clear();
}

function keyOf(name: string, path: string): string {
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
