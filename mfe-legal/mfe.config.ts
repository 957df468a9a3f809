import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';
import { documents } from './src/content-schemas.ts';

/** The legal pages: terms and privacy. */
export default defineMfe({
  name: 'legal',
  team: 'Legal pages',
  routes: [
    {
      id: 'legal.terms',
      path: '/terms',
      page: './src/pages/terms.tsx',
      server: './src/pages/terms.server.ts',
      prerender: true,
      card: () => ({ label: 'Voltframe · legal', title: 'Terms' }),
    },
    {
      id: 'legal.privacy',
      path: '/privacy',
      page: './src/pages/privacy.tsx',
      server: './src/pages/privacy.server.ts',
      prerender: true,
      card: () => ({ label: 'Voltframe · legal', title: 'Privacy' }),
    },
  ],
  navigation: {
    privacy: { route: 'legal.privacy', label: 'Privacy' },
    terms: { route: 'legal.terms', label: 'Terms' },
  },
  content: { documents: { markdown: 'content/documents/*.md', schema: documents } },
});
