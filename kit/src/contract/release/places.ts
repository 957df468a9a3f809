/**
 * Header and footer, divided between their owners (docs/behaviour.md 3.11): the shell names the places and who fills each, the app that fills
 * a place says which of its pages the link leads to and what it is called.
 */
export interface Places {
  header: Place[];
  footer: Place[];
}

/** A place for one link. */
export interface Place {
  /** `^[a-z][a-z0-9-]{0,30}$`, unique in the site. */
  place: string;
  /** The app that fills it. While that app is not there, or leaves it empty, the link is left out. */
  app: string;
}

/** What an app fills a place with. */
export interface PlaceLink {
  /** Id of a route of the app, one without parameters: the link moves with it. */
  route: string;
  label: string;
}

/** Seven links in the header, two in the footer (docs/behaviour.md 3.2, 3.8). */
export const MAX_PLACES = { header: 7, footer: 2 } as const;
/** Ours: longest label, in characters: seven links stand in one line from 1024 px on, where 66 characters fit. */
export const MAX_LABEL_LENGTH = 12;

interface Linking {
  routes: readonly { id: string; path: string }[];
}

/** @returns path of the page that a link of `app` leads to; undefined when there is none, or one for each parameter. */
export function linkedPath({ routes }: Linking, { route }: PlaceLink): string | undefined {
  const path = routes.find(({ id }) => id === route)?.path;
  return path?.includes('/:') ? undefined : path;
}
