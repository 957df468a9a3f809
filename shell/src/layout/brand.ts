/** Spec §2: the header's button. */
export const HEADER_ACTION = { href: '/contact', label: 'INIT_PROJECT()' } as const;
/** Spec §9: decorative vertical lines of the header. */
export const HEADER_LINES = 20;
/** Spec §2: the footer's subscribe button. */
export const SUBSCRIBE_LABEL = 'EXEC()';

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
