/** The results of the visits. */
export interface Met {
  answers: number;
  /** Answers other than 2xx and 304, and their addresses. */
  failures: string[];
  /** Documents that name two compositions or missing assets. */
  mixed: string[];
  /** ms of each page */
  pageTimes: number[];
}

const PAGES = ['/', '/about', '/services', '/blog', '/terms', '/privacy', '/contact', '/careers'];
const THINK_MS = 15;
const PAGE_DATA = /<script type="application\/json" id="page-data">(.*?)<\/script>/;

/** An open page, which requests the payload and islands of its composition. */
interface OpenPage {
  composition: string;
  path: string;
  islands: { name: string; key: string; props: object }[];
}

/**
 * Visitors who load page after page with its assets, and then its payload and islands as the client requests them.
 * @returns a function that ends the visits
 */
export function startVisitors(site: string, count: number): () => Promise<Met> {
  const met: Met = { answers: 0, failures: [], mixed: [], pageTimes: [] };
  const end = new AbortController();
  const seen = new Set<string>();

  async function ask(path: string, headers: Record<string, string> = {}): Promise<Response | undefined> {
    const response = await fetch(site + path, { headers: { 'accept-encoding': 'br', ...headers } }).catch(
      (error: unknown) => void met.failures.push(`${path}: ${String(error)}`),
    );
    if (!response) return undefined;
    met.answers++;
    if (!response.ok && response.status !== 304) met.failures.push(`${path}: ${response.status}`);
    return response;
  }

  async function openPage(path: string): Promise<OpenPage | undefined> {
    const started = performance.now();
    const response = await ask(path);
    const html = await response?.text();
    met.pageTimes.push(performance.now() - started);
    const data = PAGE_DATA.exec(html ?? '')?.[1];
    if (!response?.ok || !html || !data) return undefined;
    const parsed = JSON.parse(data) as {
      composition: string;
      page: { composition: string; islands: OpenPage['islands'] };
    };
    const named = new Set([
      response.headers.get('x-composition'),
      parsed.composition,
      parsed.page.composition,
    ]);
    if (named.size > 1) met.mixed.push(`${path}: ${[...named].join(', ')}`);
    const assets = [...new Set(html.match(/\/assets\/[\w./-]+\.[0-9a-f]{10}\.(?:js|css)/g) ?? [])];
    for (const asset of assets.filter((url) => !seen.has(url))) {
      seen.add(asset);
      const loaded = await ask(asset);
      if (!loaded?.ok) met.mixed.push(`${path} names ${asset}: ${loaded?.status}`);
      await loaded?.arrayBuffer();
    }
    return { composition: parsed.composition, path, islands: parsed.page.islands };
  }

  async function goOn({ composition, path, islands }: OpenPage): Promise<void> {
    const payload = await ask(`${path === '/' ? '' : path}/_payload.json?${composition}`);
    const body = (await payload?.json().catch(() => undefined)) as { composition?: string } | undefined;
    if (payload?.ok && body?.composition !== composition)
      met.mixed.push(`payload of ${path}: ${body?.composition}`);
    for (const { key, props } of islands) {
      const query = new URLSearchParams({ composition, props: JSON.stringify(props) });
      const island = await ask(`/__nuxt_island/${key}.json?${query}`);
      await island?.arrayBuffer();
    }
  }

  async function visit(first: number): Promise<void> {
    for (let i = first; !end.signal.aborted; i++) {
      const page = await openPage(PAGES[i % PAGES.length]!);
      await new Promise((done) => setTimeout(done, THINK_MS));
      if (page) await goOn(page);
    }
  }

  const visits = Array.from({ length: count }, (_, i) => visit(i * 3));
  return async () => {
    end.abort();
    await Promise.all(visits);
    return met;
  };
}
