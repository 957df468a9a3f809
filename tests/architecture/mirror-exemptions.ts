import type { Exemption } from './mirror.ts';

/** Source files without a test of their own. Remove a file from the list when it gets a test. */
export const EXEMPTIONS: Exemption[] = [
  {
    files: [
      'gateway/src/gateway.ts',
      'gateway/src/**/open-{observing,operations,serving,site-app}.ts',
      'gateway/src/platform/runtime/timers.ts',
      'gateway/src/operations/operations-api.ts',
      'gateway/src/releasing/{open-releasing,open-changes,background}.ts',
      'gateway/src/serving/render/render-child.ts',
      'shell/src/{bootstrap.ts,later-parts.ts,entry.client.tsx}',
    ],
    reason: 'entry points and wiring: without them nothing works',
    provenBy: 'gateway/test/releasing/activation/deployer.process.test.ts',
  },
  {
    files: ['kit/src/build/app-paths.ts', 'kit/src/contract/release/mfe-config.ts'],
    reason: 'the folders and the config of every app',
    provenBy: 'kit/test/build/build-app.process.test.ts',
  },
  {
    files: ['kit/src/build/icon-data.ts'],
    reason: 'the icons that a loader adds to modules',
    provenBy: 'kit/test/build/loaders/inline-icons.test.ts',
  },
  {
    files: ['kit/src/cli/output/text-table.ts'],
    reason: 'tables in the output of commands',
    provenBy: 'kit/test/cli/commands/errors.test.ts',
  },
  {
    files: ['kit/src/contract/operations/measurements.ts'],
    reason: 'the smallest change that a verdict prints',
    provenBy: 'kit/test/cli/output/verdict-text.test.ts',
  },
  {
    files: ['kit/src/cli/commands/promote.ts'],
    reason: 'a release of another gateway goes live with the same bytes',
    provenBy: 'tests/contract/mfe-command.test.ts',
  },
  {
    files: ['kit/src/packaging/sha256.ts'],
    reason: 'the digest in the names of all files',
    provenBy: 'kit/test/build/release/release-files.test.ts',
  },
  {
    files: ['kit/src/build/refresh/client/{client,live-client,start-refresh}.ts'],
    reason: 'entry points and wiring in a browser',
    provenBy: 'tests/e2e/platform/refresh.slow.test.ts',
  },
  {
    files: ['gateway/src/platform/runtime/retry-after.ts'],
    reason: 'the time in answers that refuse a release',
    provenBy: 'gateway/test/releasing/releases/release-quota.test.ts',
  },
  {
    files: ['gateway/src/serving/render/element-rules.ts'],
    reason: 'the elements that the reader of markup treats differently',
    provenBy: 'gateway/test/serving/render/markup-reader.test.ts',
  },
  {
    files: ['gateway/src/platform/secrets/cookie.ts'],
    reason: 'the cookies of sessions and previews',
    provenBy: 'gateway/test/operations/page/session.test.ts',
  },
  {
    files: ['gateway/src/platform/runtime/time-window.ts'],
    reason: 'the window of each limit of attempts',
    provenBy: 'gateway/test/platform/runtime/attempt-limit.test.ts',
  },
  {
    files: ['gateway/src/observing/telemetry/{gauges,release-labels}.ts'],
    reason: 'the gauges and the bounds of the labels of the metrics',
    provenBy: 'gateway/test/observing/telemetry/metrics.test.ts',
  },
  {
    files: [
      'kit/src/react/components/*.tsx',
      'mfe-*/src/**/*.tsx',
      'shell/src/{error-screen,islands,layout}/*.tsx',
      'mfe-blog/src/components/copy-buttons.ts',
      'mfe-blog/src/search/use-*.ts',
      'mfe-marketing/src/components/use-current-child.ts',
    ],
    reason: 'view components: every page is loaded, hydrated and clicked in Chromium',
    provenBy: 'tests/e2e/pages.test.ts',
  },
  {
    files: [
      'mfe-legal/src/document-server.ts',
      'mfe-legal/src/pages/*.server.ts',
      'mfe-marketing/src/forms/contact.ts',
      'mfe-marketing/src/islands/open-roles.server.ts',
      'mfe-marketing/src/pages/{about,contact,home,portfolio,services}.server.ts',
      'mfe-marketing/src/pages/careers/careers.server.ts',
    ],
    reason: 'texts of pages, and content without changes',
    provenBy: 'tests/e2e/pages.test.ts',
  },
  {
    files: ['mfe-blog/src/content-schemas.ts'],
    reason: 'schemas of zod, which the build checks the content with',
    provenBy: 'kit/test/build/content/content.test.ts',
  },
  {
    files: ['mfe-blog/src/post-drawings.ts', 'mfe-marketing/src/project-drawings.ts'],
    reason: 'drawings, which one test checks',
    provenBy: 'tests/architecture/drawings.test.ts',
  },
  {
    files: [
      'gateway/src/releasing/admission/hydration/child/browser-features.ts',
      'gateway/src/releasing/admission/hydration/child/browser-window.ts',
      'gateway/src/releasing/admission/hydration/child/hydrate-child.ts',
      'gateway/src/releasing/admission/hydration/child/page-modules.ts',
    ],
    reason: 'the hydration of a page in a child process',
    provenBy: 'gateway/test/releasing/admission/hydration/hydrator.process.test.ts',
  },
  {
    files: ['enquiries/src/{enquiry-store,form-answers,subscriber-store}.ts'],
    reason: 'a post from its arrival to the stored entry and the answer',
    provenBy: 'enquiries/test/form-routes.test.ts',
  },
  {
    files: ['mfe-marketing/src/components/portfolio/use-figures.ts'],
    reason: 'the figures are read in a browser',
    provenBy: 'tests/e2e/figures.test.ts',
  },
  {
    files: ['gateway/src/serving/http/site-app.ts'],
    reason: 'answers of a whole gateway',
    provenBy: 'gateway/test/serving/http/routes/pages.process.test.ts',
  },
  {
    files: [
      'gateway/src/operations/page/{actions,layout,page}.ts',
      'gateway/src/operations/routes/access.ts',
    ],
    reason: 'calls and pages of a whole gateway',
    provenBy: 'gateway/test/operations/page.process.test.ts',
  },
  {
    files: [
      'gateway/src/releasing/state/release-store.ts',
      'gateway/src/platform/blobs/postgres-blob-store.ts',
    ],
    reason: 'parts of stores, tested on each database',
    provenBy: 'gateway/test/releasing/state/state-store.test.ts',
  },
];
