import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { cleanIdentity, DIRTY, type ReleaseIdentity } from '../contract/release/identity.ts';
import type { CommandContext } from './command.ts';

/** Runs git in a folder. @returns its output; undefined when it failed, or is not installed. */
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

/** Adds the options for the identity of a release; they take precedence over detected values. */
export function withIdentityOptions(command: Command): Command {
  return command
    .option(
      '--commit <sha>',
      'origin of the releases, shown in the history, lists and previews; default: the notes of the build, git, or the environment of GitHub Actions or GitLab CI',
    )
    .option('--branch <name>', 'as --commit')
    .option('--message <text>', 'as --commit')
    .option('--author <name>', 'as --commit')
    .option('--url <address>', 'as --commit');
}

/** Values of the options of {@link withIdentityOptions}. */
export type IdentityFlags = { [Name in keyof ReleaseIdentity]?: string | undefined };

/**
 * The identity of the sources in a folder, from the environment of GitHub Actions or GitLab CI, from SOURCE_COMMIT, and
 * from git. For a pull request it is its last commit, not the merge commit that was checked out.
 * @returns undefined when nothing is known.
 */
export function findIdentity(
  folder: string,
  env: CommandContext['env'],
  git: Git = runGit,
): ReleaseIdentity | undefined {
  const { title, ...pipeline } = {
    // A build of an image has no git: `docker build --build-arg SOURCE_COMMIT=…`
    ...defined({ commit: env['SOURCE_COMMIT'] }),
    ...defined(fromGitHub(env)),
    ...defined(fromGitLab(env)),
  };
  const known = fromGit(folder, pipeline.commit ?? 'HEAD', git);
  const found = { ...defined({ message: title }), ...known, ...pipeline };
  if (found.commit && isDirty(folder, env, git)) found.commit += DIRTY;
  return cleanIdentity(found);
}

/** A pipeline adds its own files to the folder; elsewhere a new file is part of the build. */
function isDirty(folder: string, { CI }: CommandContext['env'], git: Git): boolean {
  const files = CI ? 'no' : 'normal';
  return Boolean(git(folder, ['status', '--porcelain', `--untracked-files=${files}`, '--', '.']));
}

/** @param flags of {@link withIdentityOptions}. */
export function withFlags(
  identity: ReleaseIdentity | undefined,
  { commit, branch, message, author, url }: IdentityFlags,
): ReleaseIdentity | undefined {
  return cleanIdentity({ ...identity, ...defined({ commit, branch, message, author, url }) });
}

/** @param commit `HEAD`, or another commit, which a shallow clone may lack. */
function fromGit(folder: string, commit: string, git: Git): ReleaseIdentity {
  const log = git(folder, ['log', '-1', '--format=%H%x00%an%x00%s', commit]);
  if (log === undefined) return {};
  const [hash, author, message] = log.split('\0');
  const branch = git(folder, ['rev-parse', '--abbrev-ref', 'HEAD']);
  return defined({ commit: hash, author, message, branch: branch === 'HEAD' ? undefined : branch });
}

/** Values of a pipeline. `title` of a pull request replaces a missing commit message. */
type FromPipeline = Partial<Record<keyof ReleaseIdentity | 'title', string | undefined>>;

function fromGitHub(env: CommandContext['env']): FromPipeline {
  const { GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (!GITHUB_ACTIONS) return {};
  const pull = pullRequest(env['GITHUB_EVENT_PATH']);
  const commit = pull?.head?.sha ?? env['GITHUB_SHA'];
  const base = GITHUB_SERVER_URL && GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
  return {
    commit,
    title: pull?.title,
    branch: env['GITHUB_HEAD_REF'] || env['GITHUB_REF_NAME'],
    author: env['GITHUB_ACTOR'],
    url: base && commit && `${base}/commit/${commit}`,
  };
}

interface PullRequest {
  title?: string;
  head?: { sha?: string };
}

/** @param file the event that GitHub started the pipeline for: GITHUB_SHA of a pull request is a merge of its own. */
function pullRequest(file: string | undefined): PullRequest | undefined {
  try {
    return (JSON.parse(readFileSync(file ?? '', 'utf8')) as { pull_request?: PullRequest }).pull_request;
  } catch {
    return undefined;
  }
}

function fromGitLab(env: CommandContext['env']): FromPipeline {
  const { GITLAB_CI, CI_PROJECT_URL, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head } = env;
  if (!GITLAB_CI) return {};
  // Set when the pipeline runs on its own merge commit, whose title is not useful.
  const commit = head || env['CI_COMMIT_SHA'];
  return {
    commit,
    branch: env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'] || env['CI_COMMIT_REF_NAME'],
    ...(head ? { title: env['CI_MERGE_REQUEST_TITLE'] } : { message: env['CI_COMMIT_TITLE'] }),
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
