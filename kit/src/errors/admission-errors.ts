import { defineErrors } from './define-errors.ts';

/**
 * Why the gateway refuses a release. Read by the team that published it: in its terminal, its CI, the operations page.
 */
export const admissionErrors = defineErrors(
  'ADMISSION',
  {
    SUPERSEDED: {
      status: 409,
      message: 'A newer decision on {app} was made while this release was checked',
      why: "An app's newest word counts: a rollback, a withdrawal, or another release, that came after this was published.",
      fix: 'Publish again if this is the release that you mean.',
    },
    OVERTAKEN: {
      status: 409,
      message: 'The site changed {times} times while this release was checked',
      why: 'A release is checked beside what is live, and each time something else went live first.',
      fix: 'Publish again.',
    },
    GATEWAY: {
      status: 409,
      message:
        '{app} is built for contract {contract}; the gateway {gateway} ({version}) serves {oldest} to {newest}',
      why: 'Every gateway of the site shows what is live: a release goes live when each of them can serve it.',
      fix: 'Update that gateway, or stop it: 30 seconds after it was last seen, this release is tried again.',
    },
    NO_SHELL: {
      status: 409,
      message: 'There is no shell to run in yet',
      why: 'Layout, router and the shared scope come from the shell.',
      fix: 'Publish the shell; this release is tried again then.',
    },
    ROUTE_CLASH: {
      status: 409,
      message: '{path} ({id}) clashes with {other} of {app}',
      why: 'Every address belongs to one app: no page or resource may answer what a page, resource or rule of another one means.',
      fix: 'Change the path, or publish a release of {app} without it: then this release is tried again.',
    },
    SEGMENT_KEPT: {
      status: 409,
      message: '{path} ({id}) is in {segment}, which {owner} keeps',
      why: 'An app keeps a first segment that it has had, for the redirects of its old addresses, until it gives it up.',
      fix: 'Take another path. When a release of {owner} gives it up ({segment} is not in `keeps` of its mfe.config.ts any more), this release is tried again.',
    },
    KEEPS_TAKEN: {
      status: 409,
      message: '{app} keeps {segment}, where {owner} has {path}',
      why: 'Whoever keeps a first segment answers for all of it: nobody else may have anything there.',
      fix: 'Take {segment} out of `keeps` in the mfe.config.ts of {app}, and its redirects out of `rules`; or {owner} publishes a release without {path}: then this release is tried again.',
    },
    KEEPS_NEVER_HAD: {
      message: '{app} keeps {segment}, which it does not have',
      why: 'An app keeps a first segment in which its live release has a page or resource, or which that one keeps. What it never had, or gave up, is for anybody.',
      fix: 'Take {segment} out of `keeps` in the mfe.config.ts. If it was given up by mistake: mfe rollback {app} to a release that had it, then publish this one again.',
    },
    FOREIGN_SOURCE: {
      message: '{app} loads from {origin} ({directive}), which its operator does not allow it',
      why: 'What a page loads from elsewhere learns who visits it, and shows there what it likes: the operator of the site decides.',
      fix: 'Take it out of csp in the mfe.config.ts of {app}, and keep the file in the app; or the operator adds to FOREIGN_SOURCES: {entry}',
    },
    FORMS: {
      message: '{app} declares the forms {forms}, and this site takes none',
      why: 'The gateway runs without the package that stores and delivers posts of forms (enquiries).',
      fix: 'Remove `forms` from the mfe.config.ts of {app}; or the operator runs the gateway with that package.',
    },
    NAME_CLASH: {
      status: 409,
      message: 'The {kind} {name} exists in {app} already',
      why: 'Names of routes, guards, islands and forms, and the addresses of forms, are unique in the site.',
      fix: 'Rename it, or publish a release of {app} without it: then this release is tried again.',
    },
    SHARED_VERSION: {
      status: 409,
      message: '{app} needs {module} {range}, the shell provides {version}',
      why: 'There is one copy of each shared module, and server rendering would not notice the difference.',
      fix: 'Build against the version that the shell provides, or publish both together: mfe publish shell {app}.',
    },
    SHARED_MISSING: {
      status: 409,
      message: '{app} needs {module}, which the shell does not provide',
      why: 'Shared modules come from the shell only.',
      fix: 'Bundle the module, or publish a shell that provides it.',
    },
    PLACE_UNKNOWN: {
      status: 409,
      message: '{app} fills the place {place}, which the shell does not have',
      why: 'Header and footer have a fixed number of links; the shell names the place of each.',
      fix: 'Take it out of `navigation` in the mfe.config.ts of {app}, or publish it with a shell that has the place: mfe publish shell {app}.',
    },
    PLACE_TAKEN: {
      status: 409,
      message: '{app} fills the place {place}, which the shell gives to {owner}',
      why: 'Each place of header and footer is filled by one app.',
      fix: 'Take it out of `navigation` in the mfe.config.ts of {app}, or publish it with a shell that gives it the place: mfe publish shell {app}.',
    },
    PLACES: {
      message: 'The {where} has {count} places, {limit} are allowed',
      why: 'The product has seven links in its header and two in its footer.',
      fix: 'Take places out of `places` in the mfe.config.ts of the shell.',
    },
    LINK_LABEL: {
      message: 'The label of {place} has {count} characters, {limit} are allowed',
      why: 'All links of the header stand in one line.',
      fix: 'Shorten it in `navigation` of the mfe.config.ts.',
    },
    LINK_ROUTE: {
      message: 'The link of {place} names {route}, which is no route of {app} without parameters',
      why: 'A link of header or footer leads to one page, of the app that fills its place.',
      fix: 'Name the id of such a route in `navigation` of the mfe.config.ts.',
    },
    UNKNOWN_GUARD: {
      status: 409,
      message: 'The guard {name} ({where}) does not exist',
      why: 'A guard that is not there would leave its pages open.',
      fix: 'Declare it in `guards` of an mfe.config.ts, or take it off the route.',
    },
    FOREIGN_RULE: {
      message: 'The rule {pattern} is not for a path of this app',
      why: 'An app decides about its own pages only: those of a first segment that it alone has or keeps, and its own routes.',
      fix: "Narrow the pattern to the app's own routes; for pages that moved away keep their first segment (`keeps` of the mfe.config.ts); or let the owner of the path, for every page the shell, declare it.",
    },
    RULE_HEADER: {
      message: 'The rule {pattern} sets the header {header}',
      why: 'Security, cookies and transport are decided for the whole site.',
      fix: 'Take it out; allowed are cache-control, content-language, x-robots-tag and link to paths of the site (</path>).',
    },
    GUARDED_PRERENDER: {
      message: '{path} is guarded and prerendered',
      why: 'A page kept for everybody cannot be for some.',
      fix: 'Set `prerender: false` on the route, or take off the guard.',
    },
    BUDGET: {
      message: '{route} adds {bytes} bytes of {kind}, {limit} are allowed: {over} too many{modules}',
      why: 'The budget of the route (mfe.config.ts) or the ceiling of the platform.',
      fix: 'Make it smaller (load on interaction, drop a dependency), or agree on a larger budget.',
    },
    BUDGET_PAGE: {
      message: '{path} ({route}) has {bytes} bytes of {kind}, {limit} are allowed: {over} too many',
      why: 'The budget of the route (mfe.config.ts), for the largest of its pages that were tried: HTML as it is sent, pictures that are asked for with it.',
      fix: 'Show less at once (leave the rest to an island or to another page, let pictures load when they come near), or agree on a larger budget.',
    },
    DEVELOPMENT: {
      message: 'This is a development build',
      why: 'It is neither minified nor measured; only gateways of developers take it (DEV=1, which npm run dev and mfe dev set).',
      fix: 'Build it without --dev and --watch: mfe build, then publish again.',
    },
    SECRET: {
      message: '{place} holds {what}: {shown}',
      why: 'What is in a build is sent to every visitor, or kept with the release for as long as it is.',
      fix: 'Take it out, and have it replaced by whoever issued it: it was in a build. A loader needs none: the operator gives it to the gateway. What is public belongs into `notSecret` of the mfe.config.ts, with the reason.',
    },
    CLIENT_SIZE: {
      message: 'The files for browsers have {bytes} bytes together, {limit} are allowed',
      why: 'Each gateway keeps and reads all of them, also those that no route names.',
      fix: 'Leave out what no page needs; shrink pictures; serve large files from elsewhere.',
    },
    SCRIPTS: {
      message: 'The release has {count} scripts for browsers, {limit} are allowed',
      why: 'Every page of the site is told of all scripts that there are: once it has hydrated, of an app that was built for a contract before 1.2 in each document.',
      fix: 'Build it with the mfe of this gateway; have pages share what they have in common, and import less on demand.',
    },
    BUNDLE: {
      message: 'The server bundle does not load: {reason}',
      why: 'It is evaluated once in the candidate composition, with the shared modules as its only imports.',
      fix: 'Run `mfe check` and correct what it names; nothing but the shared scope may be external.',
    },
    PAGE: {
      message: '{path} ({route}) does not render: {reason}',
      why: 'Every page whose inputs changed is rendered before visitors see it.',
      fix: 'Correct the component, loader or content that the reason names.',
    },
    RESOURCE: {
      message: '{path} is not answered: {reason}',
      why: 'What an app answers besides pages is tried before visitors see it; it is data, no document that runs scripts.',
      fix: 'Correct the module of `resources` in mfe.config.ts; make what is HTML a page of a route.',
    },
    TIMEOUTS: {
      message: '{count} pages used up their time limit: the rest was not looked at',
      why: 'Rendering has a time limit (RENDER_TIMEOUT of the gateway); a release that meets it again and again holds up the others.',
      fix: 'Look for a loop or a slow loader in the pages that the other findings name.',
    },
    DEADLINE: {
      message: 'The checks of this release took longer than {limit} ms',
      why: 'All checks of an admission together have one time limit (ADMISSION_TIMEOUT of the gateway).',
      fix: 'Make slow pages faster or fewer, and publish it again; on a machine that is too slow for its pages, raise ADMISSION_TIMEOUT.',
    },
    ISLAND: {
      message: 'The island {name} does not render: {reason}',
      why: 'Islands appear in pages of other teams.',
      fix: 'Correct its component or loader; it must render without props, or with defaults.',
    },
    DEAD_LINK: {
      message: '{page} links to {link}, where nothing is{more}',
      why: 'No page, redirect, resource or file of the site answers it: whoever follows it gets the error screen. A parameter of a route stands for the pages that its `paths` lists, and for others that render.',
      fix: 'Correct the link. What another app is about to bring goes live first, or together with this: mfe publish with both folders.',
    },
    LOST_ISLAND: {
      message: '{page} embeds the island {name}, which no app has{more}',
      why: 'Its place in the page would stay empty.',
      fix: 'Correct the name. An island that another app is about to bring goes live first, or together with this: mfe publish with both folders.',
    },
    LINK_LEFT: {
      status: 409,
      message: '{page} of {owner} links to {link}, which {app} takes away{more}',
      why: 'Visitors of that page who follow the link get the error screen. No team can hold up another, so it is told to both unless the operator has it refused (ADMISSION_LINKS).',
      fix: 'Leave a redirect behind: `rules` in the mfe.config.ts of {app}; or have {owner} change its link.',
    },
    ISLAND_LEFT: {
      status: 409,
      message: '{page} of {owner} embeds the island {name}, which {app} takes away{more}',
      why: 'Its place in that page stays empty. No team can hold up another, so it is told to both unless the operator has it refused (ADMISSION_LINKS).',
      fix: 'Keep the island under its old name until {owner} embeds the new one.',
    },
    ISLAND_PROPS: {
      message: '{page} passes the island {name} props that it does not take: {reason}{more}',
      why: 'What the island does not know is left out, and it renders as if it had not been said.',
      fix: 'Pass the props that its app declares: `mfe sync` makes their types.',
    },
    ISLAND_PROPS_LEFT: {
      status: 409,
      message: '{page} of {owner} passes the island {name} props that {app} takes no more: {reason}{more}',
      why: 'What the island does not know is left out there. No team can hold up another, so it is told to both unless the operator has it refused (ADMISSION_LINKS).',
      fix: 'Take the old prop beside the new one until {owner} passes the new one.',
    },
    DROPPED: {
      message: '{page} has {markup}, which browsers drop on a first load{at}{more}',
      why: 'The policy of documents (Content-Security-Policy) allows no style in the HTML and no script of elsewhere. After a click React sets the style, so that the page looks right while it is worked on.',
      fix: 'Move the style into a CSS module, and keep the script in the app.',
    },
    CLIENT_SYNTAX: {
      message: '{file} is not a valid script: {reason}',
      why: 'Browsers would refuse it; server rendering does not notice.',
      fix: 'Build again; look at plugins that change the output.',
    },
    CLIENT_IMPORT: {
      message: '{file} imports {target}, which is not in the release',
      why: 'The chunk would answer 404 in the browser.',
      fix: 'Build again from a clean folder; import other apps through islands only.',
    },
    STYLES: {
      message: '{file}, line {line}: {reason}',
      why: 'A stylesheet stays in the document when another page comes: it may change the look of its own app only.',
      fix: 'Use CSS modules, and begin each selector with a class of the app; `mfe build` names file and line of the source.',
    },
    HYDRATION: {
      message: '{path} ({route}) fails in the browser{who}: {reason}',
      why: 'The code of each page is run on the HTML of the server, without a browser: as the server rendered it, and as a visitor in another zone, locale, time and width would have it. A page that throws shows the error screen; one that differs is thrown away and rendered anew.',
      fix: 'What a component renders first follows from its data alone: read clock, zone, locale, width and storage in an effect. Correct the line that the reason names; `mfe check --browser` shows the page in Chromium.',
    },
    CONTAINER: {
      message: 'The container does not work in a browser: {reason}',
      why: 'It is evaluated with the share scope that the shell makes, and each expose is asked for.',
      fix: 'Look at the exposes of mfe.config.ts, and at code that runs when a module is evaluated.',
    },
  },
  422,
);
