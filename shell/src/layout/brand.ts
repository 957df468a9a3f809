/** The header's button (docs/behaviour.md 3.6). */
export const HEADER_ACTION = { href: '/contact', label: 'INIT_PROJECT()' } as const;
/** Decorative vertical lines of the header (docs/behaviour.md 3.4). */
export const HEADER_LINES = 20;
/** The footer's subscribe button (docs/behaviour.md 3.10). */
export const SUBSCRIBE_LABEL = 'EXEC()';

/** The four social links; their targets are placeholders and go nowhere (docs/behaviour.md 3.9). */
export const SOCIAL_LINKS = [
  { label: 'Twitter', icon: 'simple-icons:x' },
  { label: 'LinkedIn', icon: 'simple-icons:linkedin' },
  { label: 'GitHub', icon: 'simple-icons:github' },
  { label: 'Instagram', icon: 'simple-icons:instagram' },
] as const;
/** The footer's legal links (docs/behaviour.md 3.8). */
export const LEGAL_LINKS = [
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
] as const;
