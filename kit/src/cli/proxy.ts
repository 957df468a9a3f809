import http from 'node:http';

type Environment = Record<string, string | undefined>;

/** Hosts of this machine: no proxy can reach them. */
const OWN_HOSTS = 'localhost,127.0.0.1,[::1]';

/**
 * @param env as `process.env`.
 * @returns the proxies of requests as `http.setGlobalProxyFromEnv` takes them; undefined: there is no proxy.
 */
export function proxiesOf(env: Environment): Environment | undefined {
  const http_proxy = env['http_proxy'] || env['HTTP_PROXY'];
  const https_proxy = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!http_proxy && !https_proxy) return undefined;
  const excluded = env['no_proxy'] || env['NO_PROXY'];
  return { http_proxy, https_proxy, no_proxy: excluded ? `${excluded},${OWN_HOSTS}` : OWN_HOSTS };
}

/**
 * Sends the requests of this process through the proxies of the environment. Node before 24.14 has the flag
 * `--use-env-proxy` instead, with which `bin/mfe.cjs` starts it.
 */
export function useProxies(env: Environment): void {
  const proxies = proxiesOf(env);
  if (proxies) http.setGlobalProxyFromEnv?.(proxies);
}
