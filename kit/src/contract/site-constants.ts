/**
 * Every constant and limit of the spec's sections 4, 7 and 9, and every fixed list or text of section 2, once.
 * Times are in milliseconds unless the name says otherwise.
 */

/** Spec §9: interval of the poll for a newer build; also the delay of its first check. */
export const BUILD_POLL_INTERVAL_MS = 3_600_000;
/** Spec §9 and §8: a chunk failure reloads the same path at most once in this time. */
export const RELOAD_GUARD_MS = 10_000;
/** Spec §9: most route component preloads at once. */
export const MAX_ROUTE_PRELOADS = 4;
/** Spec §9: the manifest is fetched this long after load. */
export const MANIFEST_DELAY_MS = 1000;
/** Spec §9: no early manifest on this `navigator.connection.effectiveType`. */
export const MANIFEST_SKIPPED_CONNECTION = 'slow-2g';
/** Spec §9: no prefetch on connections of this `navigator.connection.effectiveType`: `2g` and `slow-2g`. */
export const PREFETCH_SKIPPED_CONNECTION = '2g';
/** Spec §9: longest wait for the data of an icon. */
export const ICON_FETCH_TIMEOUT_MS = 1500;
/** Spec §9: longest URL of an icon request, in characters as sent. */
export const ICON_URL_MAX_LENGTH = 500;
/** Spec §9: how long a single icon provider may take after the last one was started. */
export const ICON_PROVIDER_TIMEOUT_MS = 5000;
/** Spec §9: after this long without an answer the next icon provider is asked too. */
export const ICON_ROTATION_DELAY_MS = 750;
/** Spec §9: longest wait for the repaint (the hero transition) before a route is resolved. */
export const REPAINT_TIMEOUT_MS = 100;
/** Spec §9: the header is opaque when scrolled *more* than this, in CSS pixels. */
export const HEADER_SCROLL_THRESHOLD_PX = 50;
/** Spec §9: length of the logo's glitch. */
export const LOGO_GLITCH_MS = 200;
/** Spec §9: decorative vertical lines of the header. */
export const HEADER_LINES = 20;
/** Spec §2 and §9: status of an error that names none. */
export const DEFAULT_ERROR_STATUS = 500;
/** Spec §2: title of the error screen for status 404. */
export const NOT_FOUND_TITLE = 'Page Not Found';
/** Spec §2: title of the error screen for any other status. */
export const ERROR_TITLE = 'Internal Server Error';
/** Ours (the original has no limit): most redirects of one navigation. */
export const MAX_REDIRECTS = 20;
/** Ours: status of a route rule's redirect that names none. */
export const DEFAULT_REDIRECT_STATUS = 307;
/** Ours: a navigation that takes longer shows the progress bar. */
export const PROGRESS_DELAY_MS = 200;
/** Ours: duration the progress curve is made for. */
export const PROGRESS_DURATION_MS = 2000;
/** Ours: longest that a remote may take to load before its navigation becomes a document load. */
export const REMOTE_TIMEOUT_MS = 4000;
/** Ours: longest that a view transition may hold up a page. */
export const VIEW_TRANSITION_TIMEOUT_MS = 1000;
/** Ours: longest that a view transition may take to begin; where that is slow the page changes at once. */
export const VIEW_TRANSITION_START_MS = 50;
/** Ours: largest props of an island, in bytes of UTF-8. */
export const ISLAND_PROPS_MAX_BYTES = 65_536;
/** Ours: deepest nesting of an island's props. */
export const ISLAND_PROPS_MAX_DEPTH = 64;
/** Ours: how long a navigation waits for the islands of its page before it shows their fallback. */
export const ISLAND_WAIT_MS = 300;
/** Ours: most icons in one request. */
export const MAX_ICONS_PER_REQUEST = 100;

/** Spec §2: the header's button. */
export const HEADER_ACTION = { href: '/contact', label: 'INIT_PROJECT()' } as const;
/** Spec §2: the footer's subscribe button. */
export const SUBSCRIBE_LABEL = 'EXEC()';

/** Spec §2 and §9: the seven main navigation links, in order. */
export const NAVIGATION_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/portfolio', label: 'Portfolio' },
  { href: '/blog', label: 'Blog' },
  { href: '/careers', label: 'Careers' },
  { href: '/contact', label: 'Contact' },
] as const;

/** Spec §1 and §9: the seven service labels. */
export const SERVICE_LABELS = [
  { slug: 'web-development', label: 'Web development' },
  { slug: 'iot-systems', label: 'IoT systems' },
  { slug: 'mobile-apps', label: 'Mobile apps' },
  { slug: 'robotics', label: 'Robotics' },
  { slug: 'system-design', label: 'System design' },
  { slug: 'devops-ci-cd', label: 'DevOps CI/CD' },
  { slug: 'ai-ml-integration', label: 'AI/ML integration' },
] as const;

/** Spec §2 and §9: the four social links; their targets are placeholders and go nowhere. */
export const SOCIAL_LINKS = [
  { label: 'Twitter', icon: 'simple-icons:x' },
  { label: 'LinkedIn', icon: 'simple-icons:linkedin' },
  { label: 'GitHub', icon: 'simple-icons:github' },
  { label: 'Instagram', icon: 'simple-icons:instagram' },
] as const;
/** Spec §2: the footer's legal links. */
export const LEGAL_LINKS = [
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
] as const;
