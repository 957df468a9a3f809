import type { ComponentType, ReactElement, ReactNode } from 'react';
import { type Navigator, Router, UNSAFE_RouteContext as RouteContext } from 'react-router';
import type { Navigation } from '@voltframe/kit/contract/page/navigation';
import type { PageProps } from '@voltframe/kit/react';
import {
  NavigationProvider,
  PageProvider,
  type Platform,
  PlatformProvider,
} from '@voltframe/kit/react/platform.ts';
import Layout from './layout/layout.tsx';
import { LinksContext, YearContext } from './layout/frame-context.ts';

/**
 * The root in two halves. The server renders them separately and the browser renders them as one tree: `Frame` with a
 * marker as children, joined with `PageView`, is exactly `<Frame><PageView/></Frame>`. So neither half may add
 * elements, text or Suspense boundaries around the other. A page is rendered at its place in the layout (`PagePlace`),
 * from which React makes the ids of `useId`.
 */
export interface FrameProps {
  platform: Platform;
  /** The links of header and footer. */
  links: Navigation;
  /** Key of `activeNavigation()`: the only fact about the page that the layout gets. */
  navigation: string;
  /** Year of the copyright line. */
  year: string;
  /**
   * The app of the page, if its stylesheets apply to all elements of `<main>` (kit/src/contract/page/style-scope.ts);
   * else ''.
   */
  app: string;
  /** The page, or its marker. */
  children: ReactNode;
}

/** The layout around a page. */
export function Frame({ platform, links, navigation, year, app, children }: FrameProps): ReactElement {
  return (
    <PlatformProvider value={platform}>
      <NavigationProvider value={navigation}>
        <LinksContext value={links}>
          <YearContext value={year}>
            <Layout>
              <main id="main" tabIndex={-1} data-app={app}>
                {children}
              </main>
            </Layout>
          </YearContext>
        </LinksContext>
      </NavigationProvider>
    </PlatformProvider>
  );
}

/** A layout of an app: it renders the page by its children, or by `<Outlet>`. */
export type PageLayout = ComponentType<{ children: ReactNode }>;

export interface PageViewProps {
  platform: Platform;
  Component: ComponentType<PageProps>;
  /** Around the page, from the outermost. They stay mounted while the pages of their app change. */
  layouts?: readonly PageLayout[] | undefined;
  data: unknown;
  route: { id: string; path: string };
  params: Record<string, string>;
  /** Normalised path. */
  path: string;
  search: string;
  hash?: string;
  /** Of the history entry. */
  state?: unknown;
  locationKey?: string | undefined;
}

/** `Router` requires one. The hooks that navigate are those of the kit. */
const NAVIGATOR = {} as Navigator;

/** A page: the content of `<main>`. */
export function PageView(props: PageViewProps): ReactElement {
  const { platform, Component, data, route, params, path, search, hash = '' } = props;
  const { layouts = [], state = null, locationKey: key = 'default' } = props;
  const page = { path, routeId: route.id, params, data };
  const routes = matched(route, params, path);
  const content = (
    <PageProvider value={page}>
      <Component key={path} data={data} params={params} path={path} />
    </PageProvider>
  );
  return (
    <PlatformProvider value={platform}>
      <Router location={{ pathname: path, search, hash, state, key }} navigator={NAVIGATOR}>
        <RouteContext value={routes}>
          {layouts.reduceRight(
            (outlet, Around) => (
              <PageProvider value={{ ...page, outlet }}>
                <Around>{outlet}</Around>
              </PageProvider>
            ),
            content,
          )}
        </RouteContext>
      </Router>
    </PlatformProvider>
  );
}

/**
 * The state that react-router's hooks read. The route is already matched: react-router's matcher would add 4.7 KB to
 * every first visit.
 */
function matched(route: PageViewProps['route'], params: Record<string, string>, path: string) {
  return {
    outlet: null,
    matches: [{ route, params, pathname: path, pathnameBase: path }],
    isDataRoute: false,
  };
}
