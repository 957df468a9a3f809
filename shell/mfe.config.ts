import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';

/** The shell: layout, error screen, navigation, and the two readouts of the live composition. It owns no page. */
export default defineMfe({
  name: 'shell',
  kind: 'shell',
  routes: [],
  islands: {
    StatusNote: { component: './src/islands/status-note.tsx', server: './src/islands/status-note.server.ts' },
    BuildLog: { component: './src/islands/build-log.tsx', server: './src/islands/build-log.server.ts' },
  },
  forms: ['subscribe@1'],
});
