import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findIdentity, type Git } from '../../src/cli/find-identity.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const SHA = 'a1b2c3d4'.repeat(5);
const head = '0'.repeat(40);
/** A clone with one commit. @param changes as `git status --porcelain` lists them */
const clone =
  (changes = ''): Git =>
  (_, args) => {
    if (args[0] === 'log') return args.at(-1) === head ? undefined : `${SHA}\0Ada\0Fix the form`;
    if (args[0] === 'status') return args.includes('--untracked-files=no') ? '' : changes;
    return 'main';
  };
const git = clone();
const event = path.join(temporaryFolder(), 'event.json');
writeFileSync(event, JSON.stringify({ pull_request: { title: 'Mend the form', head: { sha: head } } }));
const fromGit = { commit: SHA, author: 'Ada', message: 'Fix the form', branch: 'main' };
const none: Git = () => undefined;

it.each([
  ['git alone', {}, git, fromGit],
  [
    'a detached head',
    {},
    (_, [command]) => (command === 'log' ? `${SHA}\0Ada\0Fix` : command === 'status' ? '' : 'HEAD'),
    {
      commit: SHA,
      author: 'Ada',
      message: 'Fix',
    },
  ],
  ['a folder without git', {}, none, undefined],
  [
    'GitHub Actions',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_SHA: 'f'.repeat(40),
      GITHUB_HEAD_REF: 'feature',
      GITHUB_REF_NAME: '12/merge',
      GITHUB_ACTOR: 'bob',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'studio/site',
    },
    git,
    {
      commit: 'f'.repeat(40),
      branch: 'feature',
      author: 'bob',
      message: 'Fix the form',
      url: `https://github.com/studio/site/commit/${'f'.repeat(40)}`,
    },
  ],
  [
    'GitLab CI',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: SHA,
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_TITLE: 'Fix the form',
      CI_COMMIT_AUTHOR: 'Ada <ada@example.com>',
      CI_PROJECT_URL: 'https://gitlab.example.com/studio/site',
    },
    none,
    { ...fromGit, url: `https://gitlab.example.com/studio/site/-/commit/${SHA}` },
  ],
  [
    'a pull request of GitHub Actions, with a shallow clone of the merge',
    {
      GITHUB_ACTIONS: 'true',
      GITHUB_SHA: 'f'.repeat(40),
      GITHUB_EVENT_PATH: event,
      GITHUB_HEAD_REF: 'feature',
      GITHUB_ACTOR: 'bob',
    },
    git,
    { commit: head, branch: 'feature', author: 'bob', message: 'Mend the form' },
  ],
  [
    'a merge request of GitLab CI, with a merge commit',
    {
      GITLAB_CI: 'true',
      CI_COMMIT_SHA: 'f'.repeat(40),
      CI_COMMIT_TITLE: 'Merge 0000 into 1111',
      CI_COMMIT_REF_NAME: 'refs/merge-requests/1/merge',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head,
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
      CI_MERGE_REQUEST_TITLE: 'Mend the form',
      CI_COMMIT_AUTHOR: 'Ada <ada@example.com>',
    },
    git,
    { commit: head, branch: 'feature', author: 'Ada', message: 'Mend the form' },
  ],
  ['a folder with uncommitted changes', {}, clone('?? src/new.tsx'), { ...fromGit, commit: `${SHA}-dirty` }],
  ['a build of an image, which has no git', { SOURCE_COMMIT: SHA }, none, { commit: SHA }],
  ['a pipeline with untracked files', { CI: 'true' }, clone('?? preview.json'), fromGit],
  ['variables of a pipeline without its marker', { GITHUB_SHA: 'x', CI_COMMIT_SHA: 'y' }, none, undefined],
] as [string, Record<string, string>, Git, object | undefined][])(
  'reads the identity from %s',
  (_, env, runs, expected) => {
    expect(findIdentity('/app', env, runs)).toEqual(expected);
  },
);
