import type { Exemption } from './mirror.ts';

/** Source files that have no test of their own. A test for one of them takes it off this list. */
export const EXEMPTIONS: Exemption[] = [
  {
    files: [
      'gateway/src/{server,gateway}.ts',
      'gateway/src/parts/*.ts',
      'gateway/src/admission/source-worker.ts',
      'gateway/src/releases/secret-worker.ts',
      'gateway/src/stores/blobs/small-blob-worker.ts',
      'gateway/src/releases/sources/folder-worker.ts',
      'gateway/src/render/render-child.ts',
      'shell/src/{bootstrap.ts,later-parts.ts,entry.client.tsx}',
    ],
    reason: 'entry points, and what they put together in order: it runs, or nothing does',
    provenBy: 'gateway/test/activation/deploying/deployer.process.test.ts',
  },
  {
    files: ['kit/src/build/refresh/client/{client,live-client,start-refresh}.ts'],
    reason: 'entry points, and what puts the parts together in a browser',
    provenBy: 'tests/e2e/platform/refresh.test.ts',
  },
  {
    files: ['gateway/src/seeing/errors/{error-tables,error-queries}.ts'],
    reason: 'tables, and what is read of what the store wrote',
    provenBy: 'gateway/test/seeing/errors/error-store.test.ts',
  },
  {
    files: ['kit/src/build/watch-build.ts'],
    reason: 'each change of an app that is watched becomes a release',
    provenBy: 'kit/test/build/watch-app.process.test.ts',
  },
  {
    files: [
      'kit/src/react/components/*.tsx',
      'mfe-*/src/**/*.tsx',
      'shell/src/{error-screen,islands,layout}/*.tsx',
      'mfe-blog/src/components/copy-buttons.ts',
      'mfe-blog/src/search/use-*.ts',
      'mfe-marketing/src/components/front-page/traces.ts',
    ],
    reason: 'view components: every page is loaded, hydrated, clicked and looked at in Chromium',
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
    reason: 'texts of pages, and content that they hand on as it is',
    provenBy: 'tests/e2e/pages.test.ts',
  },
  {
    files: [
      'gateway/src/admission/{check-client,measure-transfer,run-candidate}.ts',
      'gateway/src/render/render-process.ts',
    ],
    reason: 'each refuses what a built release can have wrong, or do',
    provenBy: 'tests/faults/bad-releases.test.ts',
  },
  {
    files: [
      'gateway/src/hydration/dom-library.ts',
      'gateway/src/hydration/child/{browser-window,hydrate-child,page-modules,probe-scope}.ts',
    ],
    reason: 'a page is hydrated in its process, and what it does is seen',
    provenBy: 'gateway/test/hydration/hydrator.process.test.ts',
  },
  {
    files: ['gateway/src/activation/going-back/{describe-plan,prepare-back,switch-back}.ts'],
    reason: 'the steps of one rollback',
    provenBy: 'gateway/test/activation/going-back/rollbacks.test.ts',
  },
  {
    files: ['gateway/src/compositions/{servable,served-composition}.ts'],
    reason: 'what is live and leased, over many deploys',
    provenBy: 'gateway/test/compositions/site.process.test.ts',
  },
  {
    files: [
      'gateway/src/enquiries/{enquiry-store,subscriber-store,tables}.ts',
      'gateway/src/http/form-answers.ts',
    ],
    reason: 'a post from its arrival to the answer and what is stored',
    provenBy: 'gateway/test/http/routes/enquiries.test.ts',
  },
  {
    files: [
      'gateway/src/http/app.ts',
      'gateway/src/http/routes/{builds,icons,islands,machine-files,previews}.ts',
    ],
    reason: 'answers of a whole gateway',
    provenBy: 'gateway/test/http/routes/pages.process.test.ts',
  },
  {
    files: [
      'gateway/src/operations/operations-deps.ts',
      'gateway/src/operations/routes/{metrics,reading,tokens}.ts',
      'gateway/src/operations/routes/page/{actions,apps,error-pages,overview,page}.ts',
    ],
    reason: 'calls of a whole gateway',
    provenBy: 'gateway/test/operations/operations.process.test.ts',
  },
  {
    files: [
      'gateway/src/stores/{claim-data-folder,composition-rows,held-setting,history-rows}.ts',
      'gateway/src/stores/{release-rows,state-schema}.ts',
      'gateway/src/stores/blobs/{blob-schema,postgres-blob-store}.ts',
      'gateway/src/stores/database/{database,sqlite-dialect}.ts',
      'gateway/src/secrets/secret-table.ts',
    ],
    reason: 'one suite for the store that they make together, on each database',
    provenBy: 'gateway/test/stores/database-state-store.test.ts',
  },
];
