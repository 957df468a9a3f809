import { Component, type ComponentType, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { useEffect, useSyncExternalStore } from 'react';
import { activeNavigation, type Navigation } from '@voltframe/kit/contract/page/navigation';
import type { ClientRoute, ShownPayload } from '@voltframe/kit/contract/page/page-data';
import type { PageError } from '@voltframe/kit/errors/page-error';
import type { PageProps } from '@voltframe/kit/react';
import type { Platform } from '@voltframe/kit/react/platform.ts';
import type { Store } from '@voltframe/kit/react/store.ts';
import { Frame, type PageLayout, PageView } from './app.tsx';
import type { HistoryEntry, Place } from './navigation/place.ts';

/** A page with the code and data that rendering needs. */
export interface LoadedPage {
  route: ClientRoute;
  payload: ShownPayload;
  Component: ComponentType<PageProps>;
  layouts?: readonly PageLayout[] | undefined;
}

/** The content that the browser shows. */
export type View =
  | { kind: 'page'; page: LoadedPage; place: Place }
  | { kind: 'error'; error: PageError; Screen: ErrorScreen; place: Place };

/** Shown in place of the layout. No page needs it for hydration, so it is loaded with the view. */
export type ErrorScreen = ComponentType<{ error: PageError }>;

interface ClientRootProps {
  platform: Platform;
  views: Store<View>;
  /** The links of header and footer. */
  links: Navigation;
  year: string;
  /**
   * The server's HTML of the first view, stored until it is decided whether an error may replace it; '' for later
   * views.
   */
  serverHtml(view: View): string;
  /** The first page has rendered in the browser. */
  onHydrated(): void;
  /** A page threw while rendering. */
  onRenderError(error: unknown, components: string | null | undefined): void;
}

/** The root of the browser's tree. */
export function ClientRoot(props: ClientRootProps): ReactElement {
  const { platform, views, links, year, serverHtml, onHydrated, onRenderError } = props;
  const view = useSyncExternalStore(views.subscribe, views.get, views.get);
  const place = usePlaceShown(view, platform);
  useEffect(onHydrated, [onHydrated]);
  return (
    <RenderBoundary view={view} serverHtml={serverHtml} onError={onRenderError}>
      {view.kind === 'error' ? (
        <view.Screen error={view.error} />
      ) : (
        <Frame
          platform={platform}
          links={links}
          navigation={activeNavigation(view.page.payload.path, links.header)}
          year={year}
          app={view.page.route.scoped ? view.page.route.app : ''}
        >
          <PageView
            platform={platform}
            Component={view.page.Component}
            layouts={view.page.layouts}
            data={view.page.payload.data}
            route={view.page.route}
            params={view.page.payload.params}
            path={view.page.payload.path}
            search={place.search}
            hash={place.hash}
            state={place.state}
            locationKey={
              place === view.place ? (window.history.state as HistoryEntry)?.platform?.key : undefined
            }
          />
        </Frame>
      )}
    </RenderBoundary>
  );
}

/**
 * @returns the place of a view: while hydrating the one for which the server rendered it, with the declared query. The
 *   page renders again after hydration only where they differ.
 */
function usePlaceShown({ kind, page, place }: View & { page?: LoadedPage }, { hydrating }: Platform): Place {
  const search = page?.payload.search ?? '';
  const differs = kind === 'page' && (place.search !== search || place.hash !== '' || place.state != null);
  const isServers = useSyncExternalStore(
    hydrating.subscribe,
    () => differs && hydrating.get(),
    () => differs,
  );
  return isServers ? { path: place.path, search, hash: '' } : place;
}

interface BoundaryProps {
  view: View;
  serverHtml: ClientRootProps['serverHtml'];
  onError: ClientRootProps['onRenderError'];
  children: ReactNode;
}
interface BoundaryState {
  failed: boolean;
  view: View;
}

/** Limits an error to the page that throws; the next view renders without the error. */
class RenderBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, view: this.props.view };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { view }: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    return view === state.view ? null : { view, failed: false };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.props.onError(error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <div dangerouslySetInnerHTML={{ __html: this.props.serverHtml(this.props.view) }} />;
  }
}
