import {
  type ComponentType,
  type Context,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useState,
} from 'react';
import * as reactRouter from 'react-router';
import { siteSettings, type SiteConfig } from '../contract/page/site-config.ts';
import type { IslandProps } from '../contract/page/island.ts';
import { mountForm } from '../react/forms/mounted-form.ts';
import { PageProvider, type Platform, PlatformProvider } from '../react/platform.ts';
import { answerPersonal } from '../react/personal/use-personal.ts';
import { createPath, parsePath, type To } from '../react/router/targets.ts';
import { createStore } from '../react/store.ts';

/** An entry of the history: an address, or its parts with the `state` of `useLocation`. */
export type TestEntry = To | { pathname?: string; search?: string; hash?: string; state?: unknown };

export interface TestSiteProps {
  children?: ReactNode;
  /** The history, whose last entry is shown. Default `['/']`. */
  entries?: TestEntry[];
  /** Index of the shown entry. */
  index?: number;
  /** Parameters of the route, for `useParams`. */
  params?: Record<string, string>;
  /** The result of the loader, for `useLoaderData`. */
  data?: unknown;
  site?: Partial<SiteConfig>;
  /** Island → its HTML, or a function that makes it of the props. Others show their fallback. */
  islands?: Record<string, string | ((props: IslandProps) => string)>;
  /** Name of personal data → path → the answer. Without one the visitor is anonymous. */
  personal?: Record<string, Record<string, unknown>>;
  /** Called with each target to which a link or `navigate` leads. */
  onNavigate?(to: string): void;
}

/** The original ones, also where the types of `react-router` are those of the façade. */
const { Router, UNSAFE_RouteContext: RouteContext } = reactRouter as unknown as {
  Router: ComponentType<{ location: object; navigator: object; children: ReactNode }>;
  UNSAFE_RouteContext: Context<object>;
};

/** The hooks that navigate are those of the kit. */
const NAVIGATOR = {};

const ROOT: TestEntry[] = ['/'];
const ANONYMOUS = { status: 401, message: 'The visitor is anonymous' };

/**
 * The surroundings of a page in a test or in Storybook: the platform of the shell, and a history in memory in which
 * links and `navigate` move. It shows the same children at each address.
 */
export function TestSite(props: TestSiteProps): ReactElement {
  const { children, entries = ROOT, index = entries.length - 1, params = {}, data, personal = {} } = props;
  const [history, setHistory] = useState(() => {
    answerPersonal((name, path) => {
      const answer = personal[name]?.[path];
      return answer === undefined ? Promise.reject(ANONYMOUS) : Promise.resolve(answer);
    });
    return { entries: entries.map(toEntry), index };
  });
  const { site, islands, onNavigate } = props;
  const platform = useMemo(
    () =>
      fakePlatform(
        { site, islands },
        (move) =>
          setHistory((before) => {
            const after = move(before);
            return after.entries[after.index] ? after : before;
          }),
        onNavigate,
      ),
    [site, islands, onNavigate],
  );
  useEffect(() => followLinks(platform.navigate), [platform]);
  const { to, state } = history.entries[history.index]!;
  const location = {
    pathname: '/',
    search: '',
    hash: '',
    ...parsePath(to),
    state,
    key: String(history.index),
  };
  const at = location.pathname;
  const match = { route: { id: 'test' }, params, pathname: at, pathnameBase: at };
  return (
    <PlatformProvider value={platform}>
      <PageProvider value={{ path: at, routeId: 'test', params, data }}>
        <Router location={location} navigator={NAVIGATOR}>
          <RouteContext value={{ outlet: null, matches: [match], isDataRoute: false }}>
            {children}
          </RouteContext>
        </Router>
      </PageProvider>
    </PlatformProvider>
  );
}

/** @returns a decorator of Storybook: `decorators: [withSite({ params: { slug: 'a' } })]`. */
export function withSite(props: Omit<TestSiteProps, 'children'> = {}) {
  return (Story: () => ReactNode): ReactElement => (
    <TestSite {...props}>
      <Story />
    </TestSite>
  );
}

interface MemoryHistory {
  entries: { to: string; state: unknown }[];
  index: number;
}

function toEntry(entry: TestEntry): MemoryHistory['entries'][number] {
  const state: unknown = typeof entry === 'string' ? null : ((entry as { state?: unknown }).state ?? null);
  return { to: toAddress(entry), state };
}

const toAddress = (to: To): string => createPath(typeof to === 'string' ? parsePath(to) : to);

type Surroundings = { [Name in 'site' | 'islands']: TestSiteProps[Name] | undefined };

function fakePlatform(
  { site, islands = {} }: Surroundings,
  change: (move: (history: MemoryHistory) => MemoryHistory) => void,
  onNavigate?: (to: string) => void,
): Platform {
  const nothing = (): void => {};
  const shown = new Map<string, { html: string }>();
  return {
    site: { ...siteSettings.parse({}), url: 'http://localhost:3000', ...site },
    hydrating: createStore(false),
    pending: createStore<string | null>(null),
    islands: {
      find(name, props) {
        const island = islands[name];
        if (island === undefined) return NO_ISLAND;
        const html = typeof island === 'string' ? island : island(props);
        // The same object for the same HTML, as React requires of a store.
        const state = shown.get(html) ?? { html };
        shown.set(html, state);
        return state;
      },
      load: nothing,
      subscribe: () => nothing,
    },
    navigate(to, { replace = false, state = null } = {}) {
      onNavigate?.(to);
      change(({ entries, index }) => {
        const at = index + (replace ? 0 : 1);
        return { entries: [...entries.slice(0, at), { to, state }], index: at };
      });
      return Promise.resolve('confirmed');
    },
    go: (delta) => change((history) => ({ ...history, index: history.index + delta })),
    loadIcon: nothing,
    watchLink: () => nothing,
    mountIsland: () => nothing,
    addLeaveGuard: () => nothing,
    addUnsaved: () => nothing,
    mountForm: (...form) => Promise.resolve(mountForm(...form)),
    showError(error) {
      throw error;
    },
  };
}

const NO_ISLAND = { failed: true as const };

/** Follows clicks on links, as the shell does. @returns ends it */
function followLinks(navigate: Platform['navigate']): () => void {
  const follow = (event: MouseEvent): void => {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
    if (!link || event.defaultPrevented || link.origin !== window.location.origin || link.target) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash, { replace: 'replace' in link.dataset });
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}
