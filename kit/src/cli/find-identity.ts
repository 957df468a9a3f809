import { spawnSync } from 'node:child_process';
import { cleanIdentity, type ReleaseIdentity } from '../contract/release/identity.ts';
import type { CommandContext } from './command-context.ts';

/** Runs git in a folder. @returns what it printed; undefined when it failed, or is not there. */
export type Git = (folder: string, args: string[]) => string | undefined;

const GIT_TIMEOUT_MS = 5_000;

const runGit: Git = (folder, args) => {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: GIT_TIMEOUT_MS,
  });
  return status === 0 ? stdout.trim() : undefined;
};

/** Flags of the commands that say where a release came from; they win over what is found. */
export const IDENTITY_OPTIONS = {
  commit: { type: 'string' },
  branch: { type: 'string' },
  message: { type: 'string' },
  author: { type: 'string' },
  url: { type: 'string' },
} as const;

/**
 * Where the sources in a folder came from: GitHub Actions and GitLab CI say it in the environment, git knows the rest.
 * @returns undefined when nothing is known.
 */
export function findIdentity(
  folder: string,
  env: CommandContext['env'],
  git: Git = runGit,
): ReleaseIdentity | undefined {
  const found = { ...fromGit(folder, git), ...defined(fromGitHub(env)), ...defined(fromGitLab(env)) };
  return cleanIdentity(found);
}

/** @param flags of {@link IDENTITY_OPTIONS}. */
export function withFlags(
  identity: ReleaseIdentity | undefined,
  { commit, branch, message, author, url }: { [Name in keyof ReleaseIdentity]?: string | undefined },
): ReleaseIdentity | undefined {
  return cleanIdentity({ ...identity, ...defined({ commit, branch, message, author, url }) });
}

function fromGit(folder: string, git: Git): ReleaseIdentity {
  const log = git(folder, ['log', '-1', '--format=%H%x00%an%x00%s']);
  if (log === undefined) return {};
  const [commit, author, message] = log.split('\0');
  const branch = git(folder, ['rev-parse', '--abbrev-ref', 'HEAD']);
  return defined({ commit, author, message, branch: branch === 'HEAD' ? undefined : branch });
}

function fromGitHub(env: CommandContext['env']): Partial<Record<keyof ReleaseIdentity, string | undefined>> {
  const { GITHUB_ACTIONS, GITHUB_SHA: commit, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (!GITHUB_ACTIONS) return {};
  const base = GITHUB_SERVER_URL && GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  return {
    commit,
    branch: env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'],
    author: env['GITHUB_ACTOR'],
    url: base && commit && `${base}/commit/${commit}`,
  };
}

function fromGitLab(env: CommandContext['env']): Partial<Record<keyof ReleaseIdentity, string | undefined>> {
  const { GITLAB_CI, CI_COMMIT_SHA: commit, CI_PROJECT_URL } = env;
  if (!GITLAB_CI) return {};
  return {
    commit,
    branch: env['CI_COMMIT_REF_NAME'],
    message: env['CI_COMMIT_TITLE'],
    author: env['CI_COMMIT_AUTHOR']?.replace(/\s*<[^>]*>\s*$/, ''),
    url: CI_PROJECT_URL && commit && `${CI_PROJECT_URL}/-/commit/${commit}`,
  };
}

function defined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  const given = Object.entries(value).filter(([, one]) => one !== undefined && one !== '');
  return Object.fromEntries(given) as { [Name in keyof Value]?: Exclude<Value[Name], undefined> };
}
