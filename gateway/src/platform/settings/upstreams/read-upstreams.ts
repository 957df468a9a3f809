import type { Config } from '../config.ts';
import type { SecretSources } from '../fill-secrets.ts';
import { readSettings, type SettingsResult } from '../read-settings.ts';
import { parseUpstreams } from './parse-upstreams.ts';
import type { UpstreamSettings } from './upstream-settings.ts';

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
): SettingsResult<UpstreamSettings[]> {
  return readSettings({
    variable: 'UPSTREAMS',
    file,
    none: [],
    env,
    parse: (text, sources) =>
      parseUpstreams(text, { ...sources, renderTimeoutMs: render.timeoutMs, answersBytes }),
  });
}
