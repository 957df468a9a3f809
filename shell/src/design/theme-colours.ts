import type { HeadMeta } from '@voltframe/kit/contract/page/head';

/** The ground of each scheme (`--ground`), for the bars that browsers draw around a page: they know no OKLCH. */
export const THEME_COLOURS: HeadMeta[] = [
  { name: 'theme-color', content: '#f5f3ed', media: '(prefers-color-scheme: light)' },
  { name: 'theme-color', content: '#080c14', media: '(prefers-color-scheme: dark)' },
];
