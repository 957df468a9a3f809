import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';
import { subscribe } from './src/forms/subscribe.ts';

/**
 * The shell: layout, error screen, navigation, and the status note. It owns no page: the
 * links of its header and footer are filled by the apps that own theirs.
 */
export default defineMfe({
  name: 'shell',
  team: 'Platform',
  kind: 'shell',
  routes: [],
  places: {
    header: [
      { place: 'home', app: 'marketing' },
      { place: 'about', app: 'marketing' },
      { place: 'services', app: 'marketing' },
      { place: 'portfolio', app: 'marketing' },
      { place: 'blog', app: 'blog' },
      { place: 'careers', app: 'marketing' },
      { place: 'contact', app: 'marketing' },
    ],
    footer: [
      { place: 'privacy', app: 'legal' },
      { place: 'terms', app: 'legal' },
    ],
  },
  islands: {
    StatusNote: { component: './src/islands/status-note.tsx', server: './src/islands/status-note.server.ts' },
  },
  forms: [subscribe],
});
