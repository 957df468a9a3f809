import { type ComponentType, createElement, useEffect, useSyncExternalStore } from 'react';
import { navigate } from '@voltframe/kit/react';
import type { PersonalName, PersonalPath, SiteTarget } from '../../contract/page/site-types.ts';

/** What is known of the visitor at one address of personal data (docs/personal.md). */
export interface Personal<Data> {
  /** `anonymous` on the server, until the page has hydrated, and for whoever the backend does not know. */
  state: 'anonymous' | 'loading' | 'known' | 'failed';
  /** The last answer; stays while it is asked for again, and when that fails. */
  data?: Data | undefined;
  /** Why it failed. */
  error?: PersonalError | undefined;
}

/** Of the gateway, with a code of docs/errors.md, or of the backend. `status` 0: no answer came. */
export interface PersonalError {
  status: number;
  code?: string;
  message: string;
}

/** Set by the app's build: `/assets/{app}/`. */
// oxlint-disable-next-line no-underscore-dangle -- webpack's name of it
declare const __webpack_public_path__: string;

const ANONYMOUS: Personal<never> = { state: 'anonymous' };
const NOT_KNOWN = 401;
/** Of this app, for the life of the document: its build has one copy of this module. */
const states = new Map<string, Personal<unknown>>();
const latest = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/**
 * The data of the visitor at a path of personal data that this app declares. Asked for once the page has hydrated: one
 * request for one address, however many components ask. `refresh` asks anew.
 */
export function usePersonal<Data = unknown>(name: PersonalName, path: PersonalPath) {
  const read = () => (states.get(keyOf(name, path)) ?? ANONYMOUS) as Personal<Data>;
  const shown = useSyncExternalStore(subscribe, read, () => ANONYMOUS as Personal<Data>);
  useEffect(() => void load(name, path), [name, path]);
  return { ...shown, refresh: () => ask(name, path) };
}

/** @returns a page that leads a visitor who is not known to another one. The build calls it for `requires` of a route. */
export function requiring<Props extends object>(
  Page: ComponentType<Props>,
  name: PersonalName,
  path: PersonalPath,
  to: SiteTarget,
): ComponentType<Props> {
  return function Required(props) {
    const { state } = usePersonal(name, path);
    useEffect(() => {
      // Not what was rendered: before the first answer a visitor is anonymous, too.
      if (states.get(keyOf(name, path))?.state === 'anonymous') void navigate(to, { replace: true });
    }, [state]);
    return createElement(Page, props);
  };
}

/**
 * Sends JSON in the visitor's name. @param body anything that JSON can say.
 * @returns the JSON of the answer; undefined when it has none. @throws a {@link PersonalError}
 */
export async function sendPersonal<Data = unknown>(
  name: PersonalName,
  path: PersonalPath,
  body: unknown,
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<Data> {
  const headers = { 'content-type': 'application/json' };
  return (await request(name, path, { method, headers, body: JSON.stringify(body) })) as Data;
}

/** Whoever was not known may have signed in since. */
function load(name: string, path: string): Promise<void> {
  const isAnonymous = states.get(keyOf(name, path))?.state === 'anonymous';
  return (isAnonymous ? undefined : latest.get(keyOf(name, path))) ?? ask(name, path);
}

function ask(name: string, path: string): Promise<void> {
  const key = keyOf(name, path);
  const before = states.get(key)?.data;
  if (before === undefined) set(key, { state: 'loading' });
  const asking: Promise<void> = request(name, path).then(
    (data) => settle({ state: 'known', data }),
    (error: PersonalError) => {
      if (error.status !== NOT_KNOWN) return settle({ state: 'failed', data: before, error });
      // Nothing of a session that has ended stays on the page.
      for (const known of states.keys()) if (known.startsWith(`${name} `)) set(known, ANONYMOUS);
    },
  );
  const settle = (state: Personal<unknown>): void => {
    if (latest.get(key) === asking) set(key, state);
  };
  latest.set(key, asking);
  return asking;
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
