import type { HeadMeta } from '@voltframe/kit/contract/page/head';

/**
 * The background of each scheme (`--ground`), for the bars that browsers draw around a page: they do not support
 * OKLCH.
 */
export const THEME_COLOURS: HeadMeta[] = [
  { name: 'theme-color', content: '#f5f3ed', media: '(prefers-color-scheme: light)' },
  { name: 'theme-color', content: '#080c14', media: '(prefers-color-scheme: dark)' },
];
