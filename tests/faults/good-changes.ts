import { type AppName, type Draft, remove, replaceFile, seal } from './draft-release.ts';

/** A common change that admission has to accept. */
export interface GoodChange {
  kind: string;
  app: AppName;
  /** Applies it to the app's release. @returns the address that shows `mark` then. */
  apply(draft: Draft, mark: string): string;
}

interface Post {
  slug: string;
  title: string;
  html: string;
  related: string[];
}

const change = (kind: string, app: AppName, apply: GoodChange['apply']): GoodChange => ({ kind, app, apply });

/** A change of a visible text of each app, in its content or its code. */
const visibly: Record<AppName, GoodChange['apply']> = {
  legal(draft, mark) {
    editData(draft, 'data/documents/terms.json', (page) => (page['title'] = mark));
    return '/terms';
  },
  marketing(draft, mark) {
    editData(draft, 'data/about.json', (page) => (page['title'] = mark));
    return '/about';
  },
  blog(draft, mark) {
    editPosts(draft, ([post]) => {
      post!.title = mark;
      editData(draft, postFile(post!.slug), (page) => (page['title'] = mark));
    });
    return '/blog';
  },
  // The layout is code: in the server bundle and in the script for browsers, whose name changes with it.
  shell(draft, mark) {
    const edit = (text: string): string => text.replaceAll('INIT_PROJECT()', mark);
    for (const file of ['server/server.cjs', draft.release.client.entry]) replaceFile(draft, file, edit);
    return '/';
  },
};

/** Changes a file of the app's content. */
function editData<Value = Record<string, unknown>>(
  draft: Draft,
  file: string,
  edit: (value: Value) => void,
): void {
  const value = JSON.parse(String(draft.files.get(file))) as Value;
  edit(value);
  draft.files.set(file, Buffer.from(JSON.stringify(value)));
}

const PAGES: [AppName, string, string][] = [
  ['legal', 'data/documents/terms.json', '/terms'],
  ['legal', 'data/documents/privacy.json', '/privacy'],
  ['marketing', 'data/about.json', '/about'],
  ['marketing', 'data/home.json', '/'],
  ['marketing', 'data/services-page.json', '/services'],
  ['marketing', 'data/portfolio-page.json', '/portfolio'],
  ['marketing', 'data/careers-page.json', '/careers'],
  ['marketing', 'data/contact.json', '/contact'],
];
const DOCUMENTS = PAGES.slice(0, 2);

const texts = PAGES.map(([app, file, path]) =>
  change('text', app, (draft, mark) => {
    editData<{ title: string }>(draft, file, (page) => (page.title = mark));
    return path;
  }),
);

const layouts = (['shell', 'blog', 'legal', 'marketing'] as const).map((app) =>
  change('layout or list', app, visibly[app]),
);

/** Links that a text may contain. */
const INSERTS: [kind: string, html: string][] = [
  ['a link to a page of another app', '<a href="/services">'],
  ['a link to a post', '<a href="/blog/http-caching-strong-validators">'],
  ['a link with a query and a hash', '<a href="/blog?tag=security#top">'],
  ['a link to a hash of its page', '<a href="#top">'],
  ['a link to another site', '<a href="https://example.org/" rel="noopener noreferrer">'],
  ['a mailto link', '<a href="mailto:hello@example.org">'],
  ['a link to a feed', '<a href="/blog/feed.xml">'],
  ['a link to a file of the gateway', '<a href="/sitemap.xml">'],
  ['a link in another spelling', '<a href="../Terms/">'],
];

const inserts = INSERTS.flatMap(([kind, html]) =>
  DOCUMENTS.map(([app, file, path]) =>
    change(kind, app, (draft, mark) => {
      editData<Post>(draft, file, (page) => (page.html += `<p>${html}${mark}</a></p>`));
      return path;
    }),
  ),
);

const redirects = DOCUMENTS.map(([app, file, path]) =>
  change('a moved page, and a link to its old address', app, (draft, mark) => {
    draft.release.rules[`${path}/old`] = { redirect: { to: path, status: 301 } };
    editData<Post>(draft, file, (page) => (page.html += `<p><a href="${path}/old">${mark}</a></p>`));
    return path;
  }),
);

const images = DOCUMENTS.map(([app, file, path]) =>
  change('an image with its size', app, (draft, mark) => {
    const image = `client/photo.${mark.replaceAll(/\W/g, '').padStart(10, '0').slice(-10).toLowerCase()}.png`;
    draft.files.set(image, pngOf(640, 480));
    const tag = `<img src="/assets/${app}/${image.slice(7)}" alt="${mark}" width="640" height="480">`;
    editData<Post>(draft, file, (page) => (page.html += `<p>${tag}</p>`));
    return path;
  }),
);

const styles = (['legal', 'blog', 'marketing'] as const).map((app) =>
  change('a style', app, (draft, mark) => {
    const sheet = [...draft.files.keys()].find((name) => /^client\/pages\..+\.css$/.test(name))!;
    replaceFile(draft, sheet, (css) => css.replace('{', '{\n').replace(/;\n\}/, `; opacity: 0.99;\n}`));
    return visibly[app](draft, mark);
  }),
);

const scripts = (['legal', 'blog', 'marketing'] as const).map((app) =>
  change('code for browsers', app, (draft, mark) => {
    const script = draft.release.routes[0]!.js[0]!;
    replaceFile(draft, script, (code) => `globalThis.lastSeen = ${JSON.stringify(mark)};${code}`);
    return visibly[app](draft, mark);
  }),
);

/** Changes of the manifest. */
const MANIFESTS: [kind: string, app: AppName, edit: (release: Draft['release']) => void][] = [
  ['a sample of a query', 'blog', (r) => (r.routes[0]!.samples = { tag: ['performance', 'none of them'] })],
  [
    'an additional query parameter',
    'legal',
    (r) => Object.assign(r.routes[0]!, { query: ['view'], samples: { view: ['print'] } }),
  ],
  [
    'a query with samples',
    'marketing',
    (r) => Object.assign(r.routes[0]!, { query: ['from'], samples: { from: ['mail'] } }),
  ],
  [
    'a header in a rule',
    'blog',
    (r) => (r.rules['/blog/**'] = { headers: { 'cache-control': 'max-age=60' } }),
  ],
  [
    'a redirect to another site',
    'legal',
    (r) => (r.rules['/terms/pdf'] = { redirect: 'https://example.org/' }),
  ],
  ['a redirect of a group of pages', 'blog', (r) => (r.rules['/blog/archive/**'] = { redirect: '/blog/**' })],
  ['a label', 'legal', (r) => (r.navigation!['terms']!.label = 'Terms of use')],
  ['a label', 'marketing', (r) => (r.navigation!['about']!.label = 'The lab')],
  ['a page that is rendered for each request', 'legal', (r) => (r.routes[1]!.prerender = false)],
  ['a smaller budget', 'blog', (r) => (r.routes[0]!.budget.js = 29_000)],
];

const manifests = MANIFESTS.map(([kind, app, edit]) =>
  change(kind, app, (draft, mark) => {
    edit(draft.release);
    return visibly[app](draft, mark);
  }),
);

const newPages = DOCUMENTS.map(([app, file, path]) =>
  change('a new page, and a link to it', app, (draft, mark) => {
    const route = draft.release.routes.find((one) => one.path === path)!;
    const id = `${route.id}.print`;
    draft.release.routes.push({ ...route, id, path: `${path}/print` });
    replaceFile(
      draft,
      'server/server.cjs',
      (code) => `${code}\nmodule.exports.pages['${id}'] = module.exports.pages['${route.id}'];`,
    );
    editData<Post>(draft, file, (page) => (page.html += `<p><a href="${path}/print">${mark}</a></p>`));
    return `${path}/print`;
  }),
);

const newPosts = ['a-first', 'a-second', 'a-third'].map((slug) =>
  change('a new post', 'blog', (draft, mark) => {
    editPosts(draft, (posts) => {
      const post = { ...posts[0]!, slug, title: mark };
      addPost(draft, post);
      posts.push(post);
    });
    return `/blog/${slug}`;
  }),
);

const gonePosts = [3, 7, 11].map((index) =>
  change('a removed post, with a redirect', 'blog', (draft, mark) => {
    editPosts(draft, (posts) => {
      const [gone] = posts.splice(index, 1);
      for (const post of posts) post.related = post.related.filter((slug) => slug !== gone!.slug);
      draft.release.rules[`/blog/${gone!.slug}`] = { redirect: { to: '/blog', status: 301 } };
      remove(draft, postFile(gone!.slug));
    });
    return visibly.blog(draft, mark);
  }),
);

const renamedIslands = ['OpenPositions', 'Vacancies'].map((name) =>
  change('a renamed island', 'marketing', (draft, mark) => {
    const rename = (text: string): string => text.replaceAll(/\bOpenRoles\b(?!\.[0-9a-f]{10})/g, name);
    const { islands, exposes } = draft.release;
    draft.release.islands = { [name]: islands['OpenRoles']! };
    draft.release.exposes = Object.fromEntries(
      Object.entries(exposes).map(([key, files]) => [
        key === './islands/OpenRoles' ? `./islands/${name}` : key,
        files,
      ]),
    );
    replaceFile(draft, 'server/server.cjs', rename);
    for (const start of ['client/marketing.', 'client/pages.marketing.about.'])
      replaceFile(
        draft,
        [...draft.files.keys()].find((file) => file.startsWith(start) && file.endsWith('.js'))!,
        (code) =>
          code
            .replaceAll('"./islands/OpenRoles"', `"./islands/${name}"`)
            .replaceAll('name:"OpenRoles"', `name:"${name}"`),
      );
    return visibly.marketing(draft, mark);
  }),
);

/** At least sixty changes of at least twenty kinds, each of them applied to the original release. */
export const GOOD_CHANGES: GoodChange[] = [
  ...texts,
  ...layouts,
  ...inserts,
  ...redirects,
  ...images,
  ...styles,
  ...scripts,
  ...manifests,
  ...newPages,
  ...newPosts,
  ...gonePosts,
  ...renamedIslands,
].map((one) => ({
  ...one,
  apply(draft, mark) {
    const path = one.apply(draft, mark);
    seal(draft);
    return path;
  },
}));

function postFile(slug: string): string {
  return `data/posts/${slug}.json`;
}

function editPosts(draft: Draft, edit: (posts: Post[]) => void): void {
  editData<Post[]>(draft, 'data/posts/index.json', edit);
}

/** Adds the body of the first post under another slug. */
function addPost(draft: Draft, post: Post): void {
  const [first] = JSON.parse(String(draft.files.get('data/posts/index.json'))) as Post[];
  const body = JSON.parse(String(draft.files.get(postFile(first!.slug)))) as Post;
  draft.files.set(
    postFile(post.slug),
    Buffer.from(JSON.stringify({ ...body, slug: post.slug, title: post.title })),
  );
}

/** The header of a PNG, the only part that is read. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(100);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'ascii');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}
