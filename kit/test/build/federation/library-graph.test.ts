import { expect, it } from 'vitest';
import { libraryGraph } from '../../../src/build/federation/library-graph.ts';

/** Module → the modules that it imports, each with the request. */
type Imports = Record<string, [request: string, module: string][]>;

/** A compilation of such modules. */
function compilation(imports: Imports): Parameters<typeof libraryGraph>[0] {
  const files = new Set([
    ...Object.keys(imports),
    ...Object.values(imports).flatMap((all) => all.map(([, file]) => file)),
  ]);
  const modules = new Map(
    [...files].map((resource) => [
      resource,
      {
        resource,
        blocks: [],
        dependencies: (imports[resource] ?? []).map(([request, target]) => ({ request, target })),
        buildMeta: {},
        nameForCondition: () => resource,
        resourceResolveData: { descriptionFileData: { version: '1.0.0' } },
      },
    ]),
  );
  type Stub = NonNullable<ReturnType<typeof modules.get>>;
  const connections = [...modules.values()].flatMap((originModule: Stub) =>
    originModule.dependencies.map((dependency) => ({
      originModule,
      dependency,
      module: modules.get(dependency.target)!,
    })),
  );
  const outgoing = Map.groupBy(connections, ({ originModule }) => originModule);
  const incoming = Map.groupBy(connections, ({ module }) => module);
  return {
    modules: [...modules.values()],
    moduleGraph: {
      getModule: ({ target }: { target: string }) => modules.get(target),
      getOutgoingConnections: (from: Stub) => outgoing.get(from) ?? [],
      getIncomingConnections: (to: Stub) => incoming.get(to) ?? [],
    },
  } as never;
}

const P = '/app/node_modules';
const graphOf = (imports: Imports, names: string[]) => {
  const { files, ...rest } = libraryGraph(compilation(imports), names, '/app');
  const shown = files.map(({ libraries, modules }) => [
    libraries.join(' '),
    modules.map(({ resource }) => resource.replace(`${P}/`, '')),
  ]);
  return { ...rest, files, shown };
};

it('makes a file of each library, and one of what several of them import, which comes first', () => {
  const { shown, files } = graphOf(
    {
      '/app/src/home.tsx': [
        ['ui', `${P}/ui/index.js`],
        ['query', `${P}/query/index.js`],
      ],
      [`${P}/ui/index.js`]: [['store', `${P}/store/index.js`]],
      [`${P}/query/index.js`]: [['store', `${P}/store/index.js`]],
    },
    ['ui', 'query'],
  );
  const [shared, ...others] = shown;
  expect(shared).toEqual(['query ui', ['store/index.js']]);
  expect(others).toEqual(
    expect.arrayContaining([
      ['ui', ['ui/index.js']],
      ['query', ['query/index.js']],
    ]),
  );
  expect(files.map(({ uses }) => uses)).toEqual([[], [files[0]!.name], [files[0]!.name]]);
});

it('opens a module that another package imports, whether the app imports it or not, and no inner one', () => {
  const inner: Imports = {
    [`${P}/ui/index.js`]: [
      ['./button.js', `${P}/ui/button.js`],
      ['clsx', `${P}/clsx/index.js`],
    ],
  };
  const alone = graphOf({ '/app/src/home.tsx': [['ui', `${P}/ui/index.js`]], ...inner }, ['ui']);
  const both = graphOf(
    {
      '/app/src/home.tsx': [
        ['ui', `${P}/ui/index.js`],
        ['clsx', `${P}/clsx/index.js`],
      ],
      ...inner,
    },
    ['ui'],
  );
  expect(alone.shown).toEqual([['ui', ['clsx/index.js', 'ui/index.js']]]);
  expect(both.shown).toEqual(alone.shown);
});

it('opens an inner module that the app imports, so that the app gets the same one', () => {
  const { shown } = graphOf(
    {
      '/app/src/home.tsx': [
        ['ui', `${P}/ui/index.js`],
        ['ui/theme', `${P}/ui/theme.js`],
      ],
      [`${P}/ui/index.js`]: [['./theme.js', `${P}/ui/theme.js`]],
    },
    ['ui'],
  );
  expect(shown).toEqual([['ui', ['ui/index.js', 'ui/theme.js']]]);
});

it('leaves stylesheets to the app, with the module that imports them, in order', () => {
  const { files } = graphOf(
    {
      '/app/src/home.tsx': [['ui', `${P}/ui/index.js`]],
      [`${P}/ui/index.js`]: [
        ['./button.js', `${P}/ui/button.js`],
        ['./ui.css', `${P}/ui/ui.css`],
      ],
      [`${P}/ui/button.js`]: [['./button.css', `${P}/ui/button.css`]],
    },
    ['ui'],
  );
  expect(files[0]!.modules[0]!.styles).toEqual([`${P}/ui/button.css`, `${P}/ui/ui.css`]);
});

it('reads modules that import each other, deeply', () => {
  const deep: Imports = { '/app/src/home.tsx': [['ui', `${P}/ui/0.js`]] };
  for (let i = 0; i < 20_000; i++) deep[`${P}/ui/${i}.js`] = [['next', `${P}/ui/${(i + 1) % 20_000}.js`]];
  expect(graphOf({ ...deep, '/app/src/other.tsx': [] }, ['ui']).shown).toEqual([['ui', ['ui/0.js']]]);
});

it('has the versions of packages, and the names that no module imports', () => {
  const { versions, unknown } = graphOf({ '/app/src/home.tsx': [['ui', `${P}/ui/index.js`]] }, [
    'ui',
    'clsx',
  ]);
  expect([versions, unknown]).toEqual([{ ui: '1.0.0' }, ['clsx']]);
});
