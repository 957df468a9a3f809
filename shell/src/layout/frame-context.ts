import { createContext, useContext } from 'react';
import type { Navigation, NavigationLink } from '@voltframe/kit/contract/page/navigation';

/** The links of header and footer, as the composition has them. */
export const LinksContext = createContext<Navigation>({ header: [], footer: [] });

export function useLinks(): Navigation {
  return useContext(LinksContext);
}

/** @returns the link of a place of the header; undefined while its app leaves it empty. */
export function useHeaderLink(place: string): NavigationLink | undefined {
  return useLinks().header.find((link) => link.place === place);
}

/**
 * The year of the copyright line: a marker on the server, replaced by the gateway; the replaced value in the browser.
 */
export const YearContext = createContext('');

export function useYear(): string {
  return useContext(YearContext);
}
