import { type Rule, isCode, matches } from './rule.ts';

const IN_BROWSER =
  /^(shell\/src|mfe-[^/]+\/src|kit\/src\/(errors|react|contract)|kit\/src\/build\/federation\/(lean-runtime|library-runtime|library-container)\.ts$)/;
/** Exceptions that only the server uses. */
const ON_SERVER =
  /\.server\.tsx?$|^shell\/src\/server\/|^kit\/src\/contract\/(operations\/|release\/(?!build-marker|digest)|page\/site-config\.ts$)/;

/** Modules that browsers load: of the shell and the remotes, and of the kit, without server modules. */
const reachesBrowser = (path: string): boolean =>
  isCode(path) && IN_BROWSER.test(path) && !ON_SERVER.test(path);

/**
 * Built-ins that the oldest browsers of kit/src/build/module-rules.ts lack; the build transforms newer syntax. A
 * look-behind excludes functions of libraries with the same name: `z.union(`.
 */
const NEWER_BUILT_INS = new RegExp(
  [
    String.raw`\.(at|findLast|findLastIndex|toSorted|toReversed|toSpliced|with|isWellFormed|toWellFormed)\(`,
    String.raw`(?<!\bz\s*)\.(union|intersection|difference|symmetricDifference|is(Subset|Superset)Of|isDisjointFrom)\(`,
    String.raw`\b(Object|Map)\.groupBy\b|\bObject\.hasOwn\b|\bArray\.fromAsync\b|\bPromise\.(withResolvers|try)\b`,
    String.raw`\bURL\.(canParse|parse)\b|\bAbortSignal\.(any|timeout|abort)\b|\bstructuredClone\b|\bIterator\.from\b`,
    String.raw`\.(keys|values|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(`,
    String.raw`\bscheduler\.(yield|postTask)\b|\b([Pp]arams|[Qq]uery|next)\.size\b`,
  ].join('|'),
  'g',
);

export const clientRules: Rule[] = [
  {
    name: 'refusable browser APIs are used through kit/src/react/refusable.ts, or shell/src/reports/refusable.ts after the page',
    covers: (path) =>
      reachesBrowser(path) &&
      !['kit/src/react/refusable.ts', 'shell/src/reports/refusable.ts'].includes(path),
    violations: matches(
      /\b(session|local)Storage\b|\bindexedDB\b|\brandomUUID\b|\.clipboard\b|\bnavigator\.sendBeacon\b|\b(Intersection|Performance|Resize|Mutation|Reporting)Observer\b|\.startViewTransition\b|\b(request|cancel)IdleCallback\b|\bserviceWorker\b/g,
    ),
    planted: [
      { path: 'kit/src/react/forms/mounted-form.ts', text: `keepDraft(contract, form, sessionStorage);` },
      { path: 'shell/src/later-parts.ts', text: `const key = crypto.randomUUID();` },
      { path: 'mfe-blog/src/pages/post.tsx', text: `await navigator.clipboard.writeText(code);` },
      { path: 'shell/src/remotes/link-watcher.ts', text: `new IntersectionObserver(look).observe(link);` },
      { path: 'shell/src/navigation/page.ts', text: `document.startViewTransition(update);` },
      { path: 'shell/src/bootstrap/scripts.ts', text: `window.requestIdleCallback(start);` },
      { path: 'shell/src/reports/vitals.ts', text: `new PerformanceObserver(take).observe({ type });` },
    ],
  },
  {
    name: 'browser code uses no built-in newer than the browsers of kit/src/build/module-rules.ts',
    covers: reachesBrowser,
    violations: matches(NEWER_BUILT_INS),
    planted: [
      { path: 'mfe-blog/src/pages/list.tsx', text: `const tags = [...counts].toSorted(byCount);` },
      { path: 'kit/src/contract/routing/route-rules.ts', text: `const hit = hits.findLast(isRedirect);` },
      { path: 'kit/src/contract/routing/route-rules.ts', text: `Object.hasOwn(table, path)` },
      { path: 'kit/src/contract/forms/submit-form.ts', text: `{ signal: AbortSignal.timeout(1000) }` },
      { path: 'kit/src/contract/page/head.ts', text: `URL.canParse(text)` },
      { path: 'shell/src/app.tsx', text: `const names = apps.keys().map(upper);` },
      { path: 'shell/src/app.tsx', text: `const both = mine.union(yours);` },
      { path: 'kit/src/react/hooks.ts', text: `if (params.size > 0) go();` },
    ],
  },
];
