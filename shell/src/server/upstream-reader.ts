import type {
  AskUpstream,
  Upstream,
  UpstreamOptions,
  UpstreamQuestion,
  UpstreamReply,
} from '@voltframe/kit/contract/page/upstream';

const REVALIDATE_S = 60;

/** The upstreams of one rendering. @param ask undefined with a gateway that is older than upstreams. */
export function createUpstreamReader(ask: AskUpstream | undefined) {
  let open = true;
  const get = async (upstream: string, path: string, options: UpstreamOptions) => {
    if (!open)
      throw new Error(
        `upstream('${upstream}').get('${path}') was called after the loader had returned: ` +
          'only loaders ask upstreams, and hand components their data',
      );
    if (!ask) throw new Error("This gateway asks no upstreams: it is of a version before the app's kit");
    return responseOf(`${upstream} ${path}`, await ask(questionOf(upstream, path, options)));
  };
  return {
    upstream: (name: string): Upstream => ({ get: (path, options = {}) => get(name, path, options) }),
    /** Refuses further calls: a response to a component's call would not be in the page's data. */
    close: (): void => void (open = false),
  };
}

/** The order of the parameters does not matter: equal calls share one request. */
function questionOf(
  upstream: string,
  path: string,
  { query = {}, revalidate = REVALIDATE_S, tags = [] }: UpstreamOptions,
): UpstreamQuestion {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  );
  return { upstream, path, query: given.toSorted(([a], [b]) => (a < b ? -1 : 1)), revalidate, tags };
}

function responseOf(what: string, reply: UpstreamReply): Awaited<ReturnType<Upstream['get']>> {
  if (!reply.ok) throw Object.assign(new Error(reply.message), { code: reply.code });
  const { status, headers, text } = reply;
  return {
    status,
    ok: status >= 200 && status < 300,
    headers,
    text: () => text,
    json<Value>() {
      try {
        return JSON.parse(text) as Value;
      } catch {
        throw new Error(`What the upstream ${what} answers is no JSON`);
      }
    },
  };
}
