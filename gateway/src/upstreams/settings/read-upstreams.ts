import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { SecretSources } from './fill-secrets.ts';
import { parseUpstreams, type UpstreamsResult } from './parse-upstreams.ts';

/**
 * Reads the file of the upstreams and the secrets it names.
 * @param env as `process.env`
 * @returns the upstreams, none without a file; or one line for each defect.
 */
export function readUpstreams(
  {
    upstreamsFile: file,
    render,
    upstreamAnswersBytes: answersBytes,
  }: Pick<Config, 'upstreamsFile' | 'render' | 'upstreamAnswersBytes'>,
  env: SecretSources['env'],
): UpstreamsResult {
  if (file === undefined) return { ok: true, upstreams: [] };
  const readFile = (name: string): string => readFileSync(name, 'utf8');
  let text: string;
  try {
    text = readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, issues: [`UPSTREAMS: the file ${file} cannot be read (${code ?? 'unknown'})`] };
  }
  const parsed = parseUpstreams(text, { env, readFile, renderTimeoutMs: render.timeoutMs, answersBytes });
  return parsed.ok ? parsed : { ok: false, issues: parsed.issues.map((issue) => `UPSTREAMS: ${issue}`) };
}
