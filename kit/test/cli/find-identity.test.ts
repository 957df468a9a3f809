import { expect, it } from 'vitest';
import { findIdentity, type Git, withFlags } from '../../src/cli/find-identity.ts';

const SHA = 'a1b2c3d4'.repeat(5);
const git: Git = (_, [command]) => (command === 'log' ? `${SHA}\0Ada\0Fix the form` : 'main');
const fromGit = { commit: SHA, author: 'Ada', message: 'Fix the form', branch: 'main' };
const none: Git = () => undefined;

it.each([
  ['git alone', {}, git, fromGit],
  [
    'a detached head',
    {},
    (_, [command]) => (command === 'log' ? `${SHA}\0Ada\0Fix` : 'HEAD'),
    {
      commit: SHA,
      author: 'Ada',
      message: 'Fix',
    },
  ],
  ['nothing', {}, none, undefined],
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
  ['variables of a pipeline that is none', { GITHUB_SHA: 'x', CI_COMMIT_SHA: 'y' }, none, undefined],
] as [string, Record<string, string>, Git, object | undefined][])('is found in %s', (_, env, runs, found) => {
  expect(findIdentity('/app', env, runs)).toEqual(found);
});

it('is what the flags say, where they say it', () => {
  expect(withFlags(fromGit, { commit: 'abc1234', url: 'https://example.com/1' })).toEqual({
    ...fromGit,
    commit: 'abc1234',
    url: 'https://example.com/1',
  });
  expect(withFlags(undefined, {})).toBeUndefined();
});
