import { type ReactElement, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import type { IslandName, IslandPropsOf } from '../../contract/page/site-types.ts';
import { INTERACTIVE_ATTRIBUTE, type IslandProps } from '../../contract/page/island.ts';
import { islandPropsText } from './island-store.ts';
import { usePlatform } from '../platform.ts';

interface ShownIsland<Name extends IslandName> {
  /** Name of an island of any app. */
  name: Name;
  /** Shown while the island loads and when it fails. */
  fallback?: ReactNode;
  className?: string | undefined;
}

/** Props are JSON of at most 64 KiB. After `mfe sync` they have the types that the team of the island declares. */
export type IslandElementProps<Name extends IslandName = IslandName> = ShownIsland<Name> &
  ({} extends IslandPropsOf<Name> ? { props?: IslandPropsOf<Name> } : { props: IslandPropsOf<Name> });

const NONE: IslandProps = {};

/**
 * Embeds an island of any app. On a first load the gateway inserts its HTML into the document; on a navigation the
 * browser fetches it together with the payload. Browsers hydrate interactive islands.
 */
export function Island<Name extends IslandName>(island: IslandElementProps<Name>): ReactElement {
  const { name, props = NONE, fallback, className } = island as ShownIsland<Name> & { props?: IslandProps };
  const { islands, watchLink, mountIsland } = usePlatform();
  const text = islandPropsText(props);
  const find = () => islands.find(name, props);
  const { key, html, failed } = useSyncExternalStore(islands.subscribe, find, find);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The server leaves an island empty when it could not render it.
    if (!html && !failed) islands.load(name, JSON.parse(text) as IslandProps);
  }, [islands, name, text, html, failed]);
  useEffect(() => {
    const links = html ? element.current?.querySelectorAll<HTMLAnchorElement>('a[data-prefetch]') : null;
    const ends = [...(links ?? [])].map(watchLink);
    return () => ends.forEach((end) => end());
  }, [html, watchLink]);
  useEffect(() => {
    const own = html ? element.current?.firstElementChild : null;
    const app = own?.getAttribute(INTERACTIVE_ATTRIBUTE);
    return app ? mountIsland(own!, app, name, JSON.parse(text) as IslandProps) : undefined;
  }, [html, mountIsland, name, text]);
  const attributes = {
    className,
    'data-island': key ?? name,
    ...(text === '{}' ? {} : { 'data-props': text }),
  };
  if (html === undefined) return <div {...attributes}>{fallback}</div>;
  return (
    <div {...attributes} ref={element} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
  );
}
