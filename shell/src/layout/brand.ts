/** The button of the header, and the place whose page it leads to (docs/behaviour.md 3.6). */
export const HEADER_ACTION = { place: 'contact', label: 'INIT_PROJECT()' } as const;
/** Place of the page that describes the seven services, each under its slug. */
export const SERVICES_PLACE = 'services';
/** Decorative vertical lines of the header (docs/behaviour.md 3.4). */
export const HEADER_LINES = 20;
/** The footer's subscribe button (docs/behaviour.md 3.10). */
export const SUBSCRIBE_LABEL = 'EXEC()';

/** The four social links, in the order of their icons (social/icons.module.css); their targets are placeholders. */
export const SOCIAL_LINKS = ['Twitter', 'LinkedIn', 'GitHub', 'Instagram'];
