import { defineErrors } from './define-errors.ts';

/** Why the gateway refuses a release. Read by the team that published it: in its terminal, its CI, the operations page. */
export const admissionErrors = defineErrors('ADMISSION', {
  SUPERSEDED: {
    status: 409,
    message: 'Another release of {app} went live while this one was checked',
    why: "An app's newest word counts: a rollback, or another release, that came after this was published.",
    fix: 'Publish again if this is the release that you mean.',
  },
  OVERTAKEN: {
    status: 409,
    message: 'The site changed {times} times while this release was checked',
    why: 'A release is checked beside what is live, and each time something else went live first.',
    fix: 'Publish again.',
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
    status: 422,
    message: 'The {where} has {count} places, {limit} are allowed',
    why: 'The product has seven links in its header and two in its footer.',
    fix: 'Take places out of `places` in the mfe.config.ts of the shell.',
  },
  LINK_LABEL: {
    status: 422,
    message: 'The label of {place} has {count} characters, {limit} are allowed',
    why: 'All links of the header stand in one line.',
    fix: 'Shorten it in `navigation` of the mfe.config.ts.',
  },
  LINK_ROUTE: {
    status: 422,
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
    status: 422,
    message: 'The rule {pattern} is not for a path of this app',
    why: 'An app decides about its own pages only: those of a first segment where nobody else has any, and its own routes.',
    fix: "Narrow the pattern to the app's own routes, or let the owner of the path, for every page the shell, declare it.",
  },
  RULE_HEADER: {
    status: 422,
    message: 'The rule {pattern} sets the header {header}',
    why: 'Security, cookies and transport are decided for the whole site.',
    fix: 'Take it out; allowed are cache-control, content-language, x-robots-tag and link to paths of the site (</path>).',
  },
  GUARDED_PRERENDER: {
    status: 422,
    message: '{path} is guarded and prerendered',
    why: 'A page kept for everybody cannot be for some.',
    fix: 'Set `prerender: false` on the route, or take off the guard.',
  },
  BUDGET: {
    status: 422,
    message: '{route} adds {bytes} bytes of {kind}, {limit} are allowed',
    why: 'The budget of the route (mfe.config.ts) or the ceiling of the platform.',
    fix: 'Make it smaller (load on interaction, drop a dependency), or agree on a larger budget.',
  },
  BUNDLE: {
    status: 422,
    message: 'The server bundle does not load: {reason}',
    why: 'It is evaluated once in the candidate composition, with the shared modules as its only imports.',
    fix: 'Run `mfe check` and correct what it names; nothing but the shared scope may be external.',
  },
  PAGE: {
    status: 422,
    message: '{path} ({route}) does not render: {reason}',
    why: 'Every page whose inputs changed is rendered before visitors see it.',
    fix: 'Correct the component, loader or content that the reason names.',
  },
  RESOURCE: {
    status: 422,
    message: '{path} is not answered: {reason}',
    why: 'What an app answers besides pages is tried before visitors see it; it is data, no document that runs scripts.',
    fix: 'Correct the module of `resources` in mfe.config.ts; make what is HTML a page of a route.',
  },
  ISLAND: {
    status: 422,
    message: 'The island {name} does not render: {reason}',
    why: 'Islands appear in pages of other teams.',
    fix: 'Correct its component or loader; it must render without props, or with defaults.',
  },
  CLIENT_SYNTAX: {
    status: 422,
    message: '{file} is not a valid script: {reason}',
    why: 'Browsers would refuse it; server rendering does not notice.',
    fix: 'Build again; look at plugins that change the output.',
  },
  CLIENT_IMPORT: {
    status: 422,
    message: '{file} imports {target}, which is not in the release',
    why: 'The chunk would answer 404 in the browser.',
    fix: 'Build again from a clean folder; import other apps through islands only.',
  },
  CONTAINER: {
    status: 422,
    message: 'The container does not work in a browser: {reason}',
    why: 'It is evaluated with the share scope of the shell, and each expose is asked for.',
    fix: 'Look at the exposes of mfe.config.ts, and at code that runs when a module is evaluated.',
  },
});
