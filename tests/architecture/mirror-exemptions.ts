import type { Exemption } from './mirror.ts';

/** Source files that have no test of their own. A test for one of them takes it off this list. */
export const EXEMPTIONS: Exemption[] = [
  {
    files: ['gateway/src/{server,gateway}.ts', 'gateway/src/parts/*.ts'],
    reason: 'it opens other parts in order',
    provenBy: 'gateway/test/activation/deploying/deployer.process.test.ts',
  },
  {
    files: [
      'gateway/src/admission/{check-client,measure-transfer,run-candidate}.ts',
      'gateway/src/hydration/{candidate-pages,check-hydration,look-at-pages}.ts',
    ],
    reason: 'each refuses what a built release can have wrong',
    provenBy: 'tests/faults/bad-releases.test.ts',
  },
  {
    files: [
      'gateway/src/hydration/{dom-library,hydration-process}.ts',
      'gateway/src/hydration/child/{browser-window,hydrate-child,page-modules,probe-scope}.ts',
    ],
    reason: 'a page is hydrated in its process, and what it does is seen',
    provenBy: 'gateway/test/hydration/hydrator.process.test.ts',
  },
  {
    files: ['gateway/src/admission/source-worker.ts'],
    reason: 'the thread of the parser',
    provenBy: 'gateway/test/admission/source-parser.test.ts',
  },
  {
    files: ['gateway/src/cli/inbox.ts'],
    reason: 'the command as it is called',
    provenBy: 'gateway/test/enquiries/inbox.test.ts',
  },
  {
    files: ['gateway/src/compositions/{servable,served-composition,site}.ts'],
    reason: 'what is live and leased, over many deploys',
    provenBy: 'gateway/test/compositions/leases.process.test.ts',
  },
  {
    files: [
      'gateway/src/enquiries/answers/*.ts',
      'gateway/src/enquiries/intake/*.ts',
      'gateway/src/enquiries/{enquiries,enquiry-store,settings,tables}.ts',
      'gateway/src/http/form-answers.ts',
      'gateway/src/http/routes/enquiries.ts',
    ],
    reason: 'a post from its arrival to the answer and what is stored',
    provenBy: 'gateway/test/enquiries/contact.test.ts',
  },
  {
    files: [
      'gateway/src/enquiries/delivery/{delivery-error,delivery,mail,outbox-store,schedule,sender,smtp}.ts',
    ],
    reason: 'an entry from the outbox to a mail server',
    provenBy: 'gateway/test/enquiries/delivery.test.ts',
  },
  {
    files: [
      'gateway/src/enquiries/delivery/subscription-links.ts',
      'gateway/src/enquiries/subscriber-store.ts',
      'gateway/src/http/routes/subscriptions.ts',
    ],
    reason: 'a subscription from the post to the confirmed link',
    provenBy: 'gateway/test/enquiries/subscriptions.test.ts',
  },
  {
    files: ['gateway/src/enquiries/export.ts'],
    reason: 'what the inbox writes out',
    provenBy: 'gateway/test/enquiries/inbox.test.ts',
  },
  {
    files: ['gateway/src/secrets/{keyed-hash,secret-in-folder,secret-table}.ts'],
    reason: 'a secret that is made once, and what is made with it',
    provenBy: 'gateway/test/secrets/keep-secret.test.ts',
  },
  {
    files: [
      'gateway/src/http/{app,composition-header,error-answers,request-log}.ts',
      'gateway/src/http/routes/{assets,builds,icons,islands,machine-files}.ts',
      'gateway/src/pages/{build-page,page-service}.ts',
    ],
    reason: 'answers of a whole gateway',
    provenBy: 'gateway/test/http/routes/pages.process.test.ts',
  },
  {
    files: ['gateway/src/http/observe-requests.ts'],
    reason: 'what is counted of requests',
    provenBy: 'gateway/test/operations/metrics.process.test.ts',
  },
  {
    files: ['gateway/src/http/routes/previews.ts', 'gateway/src/http/cookie.ts'],
    reason: 'a preview as a visitor opens it',
    provenBy: 'gateway/test/activation/previews.process.test.ts',
  },
  {
    files: ['gateway/src/http/routes/reports.ts'],
    reason: 'reports as browsers send them',
    provenBy: 'gateway/test/activation/browser-reports.process.test.ts',
  },
  {
    files: ['gateway/src/operations/page/{html,layout}.ts', 'gateway/src/operations/routes/page.ts'],
    reason: 'the page as an operator uses it',
    provenBy: 'gateway/test/operations/page.process.test.ts',
  },
  {
    files: [
      'gateway/src/operations/{operations-app,operations-deps}.ts',
      'gateway/src/operations/routes/{changes,reading,tokens}.ts',
    ],
    reason: 'calls of a whole gateway',
    provenBy: 'gateway/test/operations/operations.process.test.ts',
  },
  {
    files: ['gateway/src/operations/routes/metrics.ts'],
    reason: 'one line before the figures',
    provenBy: 'gateway/test/operations/metrics.process.test.ts',
  },
  {
    files: ['gateway/src/process/start-failure.ts'],
    reason: 'one sentence for each way in which a start fails',
    provenBy: 'gateway/test/process/keep-listening.process.test.ts',
  },
  {
    files: ['gateway/src/activation/going-back/{describe-plan,prepare-back,switch-back}.ts'],
    reason: 'the steps of one rollback',
    provenBy: 'gateway/test/activation/going-back/rollbacks.test.ts',
  },
  {
    files: ['gateway/src/operations/page/rollback-view.ts'],
    reason: 'the question before a rollback',
    provenBy: 'gateway/test/operations/page.process.test.ts',
  },
  {
    files: ['kit/src/cli/commands/rollback.ts', 'kit/src/cli/output/rollback-text.ts'],
    reason: 'asks for a plan, says it, and asks for the change',
    provenBy: 'kit/test/cli/commands/change.test.ts',
  },
  {
    files: ['gateway/src/stores/held-setting.ts'],
    reason: 'the name of a setting',
  },
  {
    files: ['gateway/src/render/{render-child,render-process}.ts'],
    reason: 'processes: what they render, survive and are denied',
    provenBy: 'gateway/test/render/hostile-release.process.test.ts',
  },
  {
    files: ['gateway/src/stores/blobs/{blob-schema,postgres-blob-store}.ts'],
    reason: 'the same suite as the blobs of a folder',
    provenBy: 'gateway/test/stores/blobs/blob-store.test.ts',
  },
  {
    files: [
      'gateway/src/stores/{composition-rows,database-state-store,history-rows,release-rows,state-schema}.ts',
      'gateway/src/stores/database/{database,sqlite-dialect}.ts',
    ],
    reason: 'one suite for the store that they make together, on each database',
    provenBy: 'gateway/test/stores/state-store.test.ts',
  },
  {
    files: ['gateway/src/stores/{claim-data-folder,open-stores}.ts'],
    reason: 'who may open a data folder',
    provenBy: 'gateway/test/stores/deploy-lock.test.ts',
  },
  {
    files: ['kit/src/react/components/*.tsx', 'mfe-*/src/**'],
    reason: 'every page is loaded, hydrated, clicked and looked at in Chromium',
    provenBy: 'tests/e2e/pages.test.ts',
  },
  {
    files: ['shell/src/layout/*', 'shell/src/islands/*', 'shell/src/error-screen/broken-frame.tsx'],
    reason: 'shown on every page',
    provenBy: 'shell/test/layout/layout.test.tsx',
  },
  {
    files: ['shell/src/*.ts', 'shell/src/*.tsx', 'shell/src/server/*'],
    reason: 'entry points and what they are put together from: the shell is rendered and hydrated',
    provenBy: 'shell/test/hydration.test.tsx',
  },
  {
    files: ['shell/src/bootstrap/*.ts'],
    reason: 'before hydration, in a document',
    provenBy: 'shell/test/bootstrap/header.test.ts',
  },
  {
    files: ['shell/src/builds/{load-document,report}.ts'],
    reason: 'one call of the browser each',
    provenBy: 'tests/e2e/platform/deploys.test.ts',
  },
  {
    files: ['shell/src/navigation/{crawler,open-window,place,ports,router-navigator}.ts'],
    reason: 'what the pipeline asks of the browser',
    provenBy: 'shell/test/navigation/pipeline.test.ts',
  },
  {
    files: ['shell/src/navigation/transition/*.ts'],
    reason: 'what is seen between two pages, and when',
    provenBy: 'shell/test/navigation/timing.test.ts',
  },
  {
    files: ['shell/src/remotes/{first-page,preload-scripts,share-scope,stylesheets}.ts'],
    reason: 'loading remotes in a browser, and failing to',
    provenBy: 'tests/e2e/platform/failures.test.ts',
  },
];
