import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import type { Machine } from './machine.ts';

/** The variables of GitHub or GitLab for the jobs of a repository. */
export interface ForgeSettings {
  MFE_GATEWAY: string;
  /** May publish. */
  MFE_TOKEN: string;
  /** May only check and preview. */
  MFE_PREVIEW_TOKEN: string;
}

const PULL = 12;
/** The lines that install Chromium, which `CHROMIUM_PATH` already names. */
const BROWSER = /^.*playwright install .*$/gm;

/** @returns a clone of the repository without ignored files, and the tools of a CI machine. */
export function cloneRepository(repository: string): { clone: string; tools: string } {
  const clone = `${repository}-clone`;
  const git = (cwd: string, ...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args], { cwd });
  git(repository, 'init', '--quiet', '--initial-branch=main');
  git(repository, 'add', '.');
  git(repository, 'commit', '--quiet', '--message=Begin');
  git(path.dirname(repository), 'clone', '--quiet', repository, clone);
  const tools = path.join(`${repository}-tools`, 'bin');
  mkdirSync(tools, { recursive: true });
  writeFileSync(path.join(tools, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@" > gh.said\n');
  chmodSync(path.join(tools, 'gh'), 0o755);
  return { clone, tools };
}

interface Step {
  if?: string;
  run?: string;
  env?: Record<string, string>;
}

/**
 * Runs the commands of `.github/workflows/ci.yml`, one after the other.
 * @param event `push` to main, or an event of a pull request: `opened`, `closed`
 * @throws Error with the output of a step that fails
 */
export async function runGitHub(
  machine: Machine,
  { clone, tools }: ReturnType<typeof cloneRepository>,
  { MFE_GATEWAY, ...secrets }: ForgeSettings,
  event: 'push' | 'opened' | 'closed',
): Promise<void> {
  const file = readFileSync(path.join(clone, '.github/workflows/ci.yml'), 'utf8');
  const { jobs } = parse(file) as { jobs: Record<string, { if?: string; steps: Step[]; env?: Step['env'] }> };
  const repository = 'team/notes';
  const github = {
    repository,
    token: 'of-the-job',
    event_name: event === 'push' ? 'push' : 'pull_request',
    event: { action: event, number: PULL, pull_request: { head: { repo: { full_name: repository } } } },
  };
  for (const [job, { if: jobRuns, steps, env: jobEnv }] of Object.entries(jobs)) {
    const valueOf = (expression: string, env: Step['env'] = {}): unknown =>
      runInNewContext(expression, { github, secrets, env, vars: { MFE_GATEWAY } });
    const fill = (text: string): string =>
      text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(valueOf(expression)));
    const filled = (env: Step['env'] = {}): Record<string, string> =>
      Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
    if (jobRuns !== undefined && !valueOf(jobRuns)) continue;
    for (const step of steps) {
      const env = { ...filled(jobEnv), ...filled(step.env) };
      if (step.run === undefined || (step.if !== undefined && !valueOf(step.if, env))) continue;
      await runShell(machine, { clone, tools }, fill(step.run), env);
      console.log(`${machine.node} GitHub ${event} ${job}: ${step.run.trim().split('\n')[0]!}`);
    }
  }
}

interface GitLabJob {
  stage?: string;
  rules?: { if: string; when?: string }[];
  before_script?: string[];
  script?: string | string[];
  environment?: { on_stop?: string };
}

/**
 * Runs the commands of `.gitlab-ci.yml` for a push to `branch`, and then the jobs for the removal of the branch. The
 * jobs share a folder with their artifacts.
 */
export async function runGitLab(
  machine: Machine,
  folders: ReturnType<typeof cloneRepository>,
  settings: ForgeSettings,
  branch: string,
): Promise<void> {
  const config = parse(readFileSync(path.join(folders.clone, '.gitlab-ci.yml'), 'utf8')) as Record<
    string,
    GitLabJob
  > & { stages: string[]; before_script: string[] };
  const variables = {
    ...settings,
    CI_COMMIT_BRANCH: branch,
    CI_DEFAULT_BRANCH: 'main',
    CI_COMMIT_REF_SLUG: branch,
    CI_PIPELINE_SOURCE: 'push',
  };
  const isTrue = (rule: string): unknown =>
    runInNewContext(rule.replace(/\$(\w+)/g, '(env.$1)'), { env: variables });
  const runJob = async (name: string): Promise<void> => {
    const { before_script = config.before_script, script = [] } = config[name]!;
    const lines = [...before_script, ...[script].flat()];
    await runShell(machine, folders, lines.join('\n'), { ...variables, CI_JOB_NAME: name });
    console.log(`${machine.node} GitLab ${branch} ${name}`);
  };
  const stopping: string[] = [];
  for (const stage of config.stages)
    for (const [name, job] of Object.entries<GitLabJob>(config as object as Record<string, GitLabJob>)) {
      if (job.stage !== stage || job.script === undefined) continue;
      const rule = job.rules?.find((one) => isTrue(one.if));
      if (job.rules && (!rule || rule.when === 'manual')) continue;
      await runJob(name);
      stopping.push(...[job.environment?.on_stop ?? []].flat());
    }
  for (const name of stopping) await runJob(name);
}

/** Runs a script without the settings of the user. */
async function runShell(
  machine: Machine,
  { clone, tools }: ReturnType<typeof cloneRepository>,
  script: string,
  env: Record<string, string>,
): Promise<void> {
  const home = path.dirname(tools);
  const forgotten = { MFE_TOKEN: '', MFE_GATEWAY: '', npm_config_userconfig: path.join(home, '.npmrc') };
  const command = `export PATH="${tools}:$PATH"\n${script.replace(BROWSER, ':')}`;
  await machine.run(clone, ['bash', '-e', '-o', 'pipefail', '-c', command], {
    ...forgotten,
    npm_config_prefix: home,
    ...env,
  });
}
