import { defineErrors } from './define-errors.ts';

/** Errors of refused releases, for the publishing team: in its terminal, its CI and the operations page. */
export const admissionErrors = defineErrors(
  'ADMISSION',
  {
    SUPERSEDED: {
      status: 409,
      message: 'A newer decision on {app} was made while this release was checked',
      why: 'A rollback, a withdrawal or another release of the app came after this publish. The newest decision applies.',
      fix: 'Publish this release again if you still want it.',
    },
    OVERTAKEN: {
      status: 409,
      message: 'The site changed {times} times while this release was checked',
      why: 'A release is checked together with the live releases. Each time another release went live first.',
      fix: 'Publish again.',
    },
    GATEWAY: {
      status: 409,
      message: '{app} is built for contract {contract}; the gateway {gateway} ({version}) serves {accepted}',
      why: 'Every gateway of the site serves the live releases. A release goes live when each gateway can serve it.',
      fix: 'Update or stop that gateway. This release is tried again 30 seconds after the gateway was last seen.',
    },
    NO_SHELL: {
      status: 409,
      message: 'The site has no shell yet',
      why: 'A remote needs the layout, the router and the shared scope of the shell.',
      fix: 'Publish the shell. This release is then tried again.',
    },
    ROUTE_CLASH: {
      status: 409,
      message: '{path} ({id}) clashes with {other} of {app}',
      why: 'Every address belongs to one app. A page or resource must not use an address of a page, resource or rule of another app.',
      fix: 'Change the path, or publish a release of {app} without it. This release is then tried again.',
    },
    SEGMENT_KEPT: {
      status: 409,
      message: '{path} ({id}) begins with {segment}, a kept segment of {owner}',
      why: 'An app keeps an earlier first segment for its redirects until `keeps` of its mfe.config.ts no longer names the segment.',
      fix: 'Use another path. This release is tried again when a release of {owner} gives the segment up.',
    },
    KEEPS_TAKEN: {
      status: 409,
      message: '{app} cannot keep {segment}: {owner} has {path} there',
      why: 'A kept first segment belongs to one app. No other app can have a page or resource in it.',
      fix: 'Remove {segment} from `keeps` and its redirects from `rules` in the mfe.config.ts of {app}. Or {owner} publishes a release without {path}: this release is then tried again.',
    },
    KEEPS_NEVER_HAD: {
      message: '{app} cannot keep {segment}: its live release does not have this segment',
      why: 'An app can keep a first segment only if its live release has a page or resource there, or keeps it already.',
      fix: 'Remove {segment} from `keeps` in the mfe.config.ts. If it was given up by mistake: run mfe rollback {app} to a release that had it, then publish this release again.',
    },
    FOREIGN_SOURCE: {
      message: '{app} loads from {origin} ({directive}), which the operator does not allow',
      why: 'Another site learns who visits the page and controls the loaded content. The operator of the site decides.',
      fix: 'Remove the source from `csp` in the mfe.config.ts of {app} and put the file into the app; or the operator adds to FOREIGN_SOURCES: {entry}',
    },
    NAME_CLASH: {
      status: 409,
      message: 'The {kind} {name} exists in {app} already',
      why: 'Names of routes, guards, islands and forms, and the addresses of forms, are unique in the site.',
      fix: 'Rename it, or publish a release of {app} without it. This release is then tried again.',
    },
    SHARED_VERSION: {
      status: 409,
      message: '{app} needs {module} {range}, the shell provides {version}',
      why: 'The site has one copy of each shared module. Server rendering does not detect a wrong version.',
      fix: 'Build against the version that the shell provides, or publish both together: mfe publish shell {app}.',
    },
    SHARED_MISSING: {
      status: 409,
      message: '{app} needs {module}, which the shell does not provide',
      why: 'Only the shell provides shared modules.',
      fix: 'Bundle the module, or publish a shell that provides it.',
    },
    PLACE_UNKNOWN: {
      status: 409,
      message: '{app} fills the place {place}, which the shell does not have',
      why: 'The shell declares the places of header and footer.',
      fix: 'Remove it from `navigation` in the mfe.config.ts of {app}, or publish it with a shell that has the place: mfe publish shell {app}.',
    },
    PLACE_TAKEN: {
      status: 409,
      message: '{app} fills the place {place}, which the shell gives to {owner}',
      why: 'One app fills each place of header and footer.',
      fix: 'Remove it from `navigation` in the mfe.config.ts of {app}, or publish it with a shell that gives it the place: mfe publish shell {app}.',
    },
    PLACE_FILLED: {
      status: 409,
      message: '{app} fills the place {place}, which {owner} fills already',
      why: 'The shell leaves this place open. The first app that fills it has it until it leaves it.',
      fix: 'Remove it from `navigation` in the mfe.config.ts of {app}, or publish it with a release of {owner} that leaves the place: mfe publish {app} {owner}.',
    },
    PLACES: {
      message: 'The {where} has {count} places, {limit} are allowed',
      why: 'The product has seven links in its header and two in its footer.',
      fix: 'Remove places from `places` in the mfe.config.ts of the shell.',
    },
    LINK_LABEL: {
      message: 'The label of {place} has {count} characters, {limit} are allowed',
      why: 'All links of the header are in one line.',
      fix: 'Shorten it in `navigation` of the mfe.config.ts.',
    },
    LINK_ROUTE: {
      message: 'The link of {place} names {route}, which is no route of {app} without parameters',
      why: 'A link of header or footer leads to one page, of the app that fills its place.',
      fix: 'Use the id of a route without parameters in `navigation` of the mfe.config.ts.',
    },
    UNKNOWN_GUARD: {
      status: 409,
      message: 'The guard {name} ({where}) does not exist',
      why: 'A missing guard would leave its pages unprotected.',
      fix: 'Declare it in `guards` of an mfe.config.ts, or remove it from the route.',
    },
    FOREIGN_RULE: {
      message: 'The rule {pattern} is not for a path of this app',
      why: 'The rules of an app apply to its own routes and to first segments that only this app uses or keeps.',
      fix: "Narrow the pattern to the app's own routes; for pages that moved away keep their first segment (`keeps` of the mfe.config.ts); or let the owner of the path, for every page the shell, declare it.",
    },
    RULE_HEADER: {
      message: 'The rule {pattern} sets the header {header}',
      why: 'The gateway sets the headers for security, cookies and transport.',
      fix: 'Remove it. Allowed headers: cache-control, content-language, x-robots-tag, and link to paths of the site (</path>).',
    },
    RULE_CACHE: {
      message: 'The rule {pattern} lets caches keep responses: {reason}',
      why: 'A copy in a cache outlives a rollback. Caches may keep responses by a rule for at most an hour; browsers ask for each document.',
      fix: 'Shorten or remove it. The platform caches pages by itself, and keeps files with a hash in their names for a year.',
    },
    GUARDED_PRERENDER: {
      message: '{path} is guarded and prerendered',
      why: 'A prerendered page is the same for everybody, so a guard cannot protect it.',
      fix: 'Set `prerender: false` on the route, or remove the guard.',
    },
    BUDGET: {
      message: '{route} adds {bytes} bytes of {kind}, its budget is {limit}: {over} too many{modules}',
      why: 'The budget of the route is in mfe.config.ts, or the default. More is a warning.',
      fix: 'Make it smaller (load on interaction, drop a dependency), or agree on a larger budget.',
    },
    ROUTE_BYTES: {
      message: '{route} adds {bytes} bytes of {kind}, the site allows {limit}: {over} too many{modules}',
      why: 'The operator limits what a route adds, whatever its budget is (`ROUTE_BYTES`).',
      fix: 'Make it smaller: load parts on interaction with import(), drop a dependency, or split the page.',
    },
    BUDGET_PAGE: {
      message: '{path} ({route}) has {bytes} bytes of {kind}, its budget is {limit}: {over} too many',
      why: 'The budget of the route is in mfe.config.ts. More is a warning. It applies to the largest rendered page: compressed HTML, and the pictures that load with it.',
      fix: 'Show less content at once (use an island, another page or lazy pictures), or agree on a larger budget.',
    },
    DEVELOPMENT: {
      message: 'This is a development build',
      why: 'Development builds are not minified or measured. Only a gateway with DEV=1 accepts them (npm run dev, mfe dev).',
      fix: 'Build it without --dev and --watch: mfe build, then publish again.',
    },
    SECRET: {
      message: 'Secret in {place}: {what}, {shown}',
      why: 'A build is sent to visitors or stored with the release.',
      fix: 'Remove the secret and have its issuer replace it. Loaders need no secrets: the operator configures them in the gateway. List a public value in `notSecret` of the mfe.config.ts, with the reason.',
    },
    CLIENT_SIZE: {
      message: 'The files for browsers have {bytes} bytes together, {limit} are allowed',
      why: 'Each gateway stores and reads all files, also files without a route. The operator sets the limit (RELEASE_FILES_MB).',
      fix: 'Remove unused files, compress pictures, or serve large files from another site.',
    },
    SCRIPTS: {
      message: 'The release has {count} scripts for browsers, {limit} are allowed',
      why: 'Every page of the site loads the list of all scripts after hydration.',
      fix: 'Share common code between pages, and use fewer dynamic imports.',
    },
    BUNDLE: {
      message: 'The server bundle does not load: {reason}',
      why: 'Admission evaluates the server bundle once. Its only allowed imports are the shared modules.',
      fix: 'Run `mfe check` and correct the named lines. Only modules of the shared scope may be external.',
    },
    PAGE: {
      message: '{path} ({route}) does not render: {reason}',
      why: 'Admission renders every page with changed inputs.',
      fix: 'Correct the component, loader or content that the reason names.',
    },
    RESOURCE: {
      message: 'The resource {path} fails: {reason}',
      why: 'Admission requests each resource of an app. A resource is data, not a document that runs scripts, nor a stylesheet, which would apply to each page that links it.',
      fix: 'Correct the module of `resources` in mfe.config.ts. Make an HTML resource a page of a route, and import stylesheets.',
    },
    TIMEOUTS: {
      message: '{count} pages reached their time limit; the other pages were not checked',
      why: 'Rendering has a time limit (RENDER_TIMEOUT of the gateway). A release that exceeds it repeatedly delays other releases.',
      fix: 'Check the pages in the other findings for loops and slow loaders.',
    },
    DEADLINE: {
      message: 'The checks of this release took longer than {limit} ms',
      why: 'All checks of an admission share one time limit (ADMISSION_TIMEOUT of the gateway).',
      fix: 'Make slow pages faster or fewer, and publish again. On a slow machine raise ADMISSION_TIMEOUT.',
    },
    ISLAND: {
      message: 'The island {name} does not render: {reason}',
      why: 'Pages of other teams show islands. Admission renders it without props, and as up to ten pages of each other app embed it (60 in all).',
      fix: 'Correct its component or loader. It must render without props or with defaults.',
    },
    DEAD_LINK: {
      message: '{page} links to {link}, which does not exist{more}',
      why: 'No page, redirect, resource or file of the site has this address, so the link leads to the error screen. A route with parameters covers the pages of its `paths` and other pages that render.',
      fix: 'Correct the link. If another app will add the target, publish that app first, or both together: mfe publish with both folders.',
    },
    LOST_ISLAND: {
      message: '{page} embeds the island {name}, which no app has{more}',
      why: 'The place of the island in the page would be empty.',
      fix: 'Correct the name. If another app will add the island, publish that app first, or both together: mfe publish with both folders.',
    },
    LINK_LEFT: {
      status: 409,
      message: '{page} of {owner} links to {link}, which {app} removes{more}',
      why: 'The link leads to the error screen. Both teams get a warning, unless the operator refuses such releases (ADMISSION_LINKS).',
      fix: 'Add a redirect to `rules` in the mfe.config.ts of {app}, or ask {owner} to change its link.',
    },
    ISLAND_LEFT: {
      status: 409,
      message: '{page} of {owner} embeds the island {name}, which {app} removes{more}',
      why: 'The place of the island in that page stays empty. Both teams get a warning, unless the operator refuses such releases (ADMISSION_LINKS).',
      fix: 'Keep the island under its old name until {owner} embeds the new one.',
    },
    ISLAND_PROPS: {
      message: '{page} passes invalid props to the island {name}: {reason}{more}',
      why: 'The island does not receive undeclared props.',
      fix: 'Pass the props that the app of the island declares. `mfe sync` writes their types.',
    },
    ISLAND_PROPS_LEFT: {
      status: 409,
      message:
        '{page} of {owner} passes props to the island {name} that {app} no longer accepts: {reason}{more}',
      why: 'The island does not receive undeclared props. Both teams get a warning, unless the operator refuses such releases (ADMISSION_LINKS).',
      fix: 'Accept the old prop beside the new one until {owner} passes the new one.',
    },
    DROPPED: {
      message: '{page} has {markup}, which browsers drop on a first load{at}{more}',
      why: 'The Content-Security-Policy allows no foreign scripts.',
      fix: 'Keep the script in the app.',
    },
    RUNTIME_STYLES: {
      message: '{page} makes a stylesheet while it renders ({styles}){at}{more}',
      why: 'The Content-Security-Policy of its document refuses the stylesheet: on a first load visitors would see the page without it.',
      fix: "Declare `styles: 'runtime'` for the route, the island or the app in mfe.config.ts; or write the styles into a stylesheet of the app.",
    },
    STYLESHEET: {
      message: '{page} loads the stylesheet {address}, which {defect}{at}{more}',
      why: 'Visitors would see the page without it. The Content-Security-Policy allows stylesheets of this site only.',
      fix: 'Import the stylesheet in the component that needs it: the build limits it to the app. Or delete `preinit` and `<link>`.',
    },
    FORM_ACTION: {
      message: '{path} ({route}) has a form that does nothing without JavaScript',
      why: 'The action of the form is a function, which runs in browsers only. It is a warning.',
      fix: 'Declare a form of the app (`mfe docs forms`), or give `action` an address; keep the function where the page needs JavaScript anyway.',
    },
    CLIENT_SYNTAX: {
      message: '{file} is not a valid script: {reason}',
      why: 'Browsers would refuse the script. Server rendering does not detect this.',
      fix: 'Build again, and check the plugins that change the output.',
    },
    CLIENT_IMPORT: {
      message: '{file} imports {target}, which is not in the release',
      why: 'Browsers would get 404 for the chunk.',
      fix: 'Build again from a clean folder; import other apps through islands only.',
    },
    SERVICE_WORKER: {
      message: '{place} registers a service worker',
      why: 'A service worker answers the pages of all apps, also after a rollback of its release. The gateway sends no script of a worker.',
      fix: 'Remove the registration, or the package that makes it. The platform caches pages and files by itself.',
    },
    POLICY_NEED: {
      message: '{place} {does}, which the policy of the pages refuses; {permit}',
      why: 'No page did it while admission opened it, but a page may after a click, and fails then.',
      fix: 'Declare it in the route, the island or the app, or use another package. Ignore this warning where no page runs the code.',
    },
    STYLES: {
      message: '{file}, line {line}: {reason}',
      why: 'A stylesheet stays in the document after a navigation, so it must change only its own app.',
      fix: 'Build the app with this kit, which limits its stylesheets (`mfe docs styles`). `mfe build` prints file and line of the source.',
    },
    HYDRATION: {
      message: '{path} ({route}) fails in the browser{who}: {reason}',
      why: 'Admission hydrates each page without a browser: as the server rendered it, and with another time zone, locale, time and width. In browsers a page that throws shows the error screen, and a page that differs is rendered again. The policy of the document applies. The advice follows the cause: HTML that differs or is nested otherwise, head, Suspense, invalid JSON, a request or a string that the policy refuses, an error. A feature that only the window of admission lacks is a warning.',
      fix: '{advice} `mfe check --browser` opens the page in Chromium.',
    },
    CONTAINER: {
      message: 'The container does not work in a browser: {reason}',
      why: 'Admission evaluates the container with the shared scope of the shell and requests each expose.',
      fix: 'Check the code of pages, islands and guards that runs when a module is evaluated.',
    },
  },
  422,
);
