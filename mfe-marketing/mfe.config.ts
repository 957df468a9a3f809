import { defineMfe } from '@voltframe/kit/contract/release/mfe-config';
import { application } from './src/forms/application.ts';
import { contact } from './src/forms/contact.ts';
import * as schemas from './src/content-schemas.ts';

/** The lab's own pages: what it is, what it does, what it has worked through, whom it looks for, how to reach it. */
export default defineMfe({
  name: 'marketing',
  routes: [
    page('marketing.home', '/', 'home'),
    page('marketing.about', '/about', 'about'),
    page('marketing.services', '/services', 'services'),
    {
      ...page('marketing.portfolio', '/portfolio', 'portfolio'),
      query: { category: { samples: ['web-development'] } },
    },
    page('marketing.careers', '/careers', 'careers/careers'),
    { ...page('marketing.role', '/careers/:slug', 'careers/role'), query: ['sent'] },
    { ...page('marketing.contact', '/contact', 'contact'), query: ['sent'] },
  ],
  navigation: {
    home: { route: 'marketing.home', label: 'Home' },
    about: { route: 'marketing.about', label: 'About' },
    services: { route: 'marketing.services', label: 'Services' },
    portfolio: { route: 'marketing.portfolio', label: 'Portfolio' },
    careers: { route: 'marketing.careers', label: 'Careers' },
    contact: { route: 'marketing.contact', label: 'Contact' },
  },
  islands: {
    OpenRoles: { component: './src/islands/open-roles.tsx', server: './src/islands/open-roles.server.ts' },
  },
  // The upstream that open roles come from where the operator configures it: src/open-roles.ts.
  upstreams: { roles: { paths: ['/roles'] } },
  content: {
    home: { data: 'content/home.yaml', schema: schemas.home },
    about: { data: 'content/about.yaml', schema: schemas.about },
    'services-page': { data: 'content/services.yaml', schema: schemas.opening },
    'portfolio-page': { data: 'content/portfolio.yaml', schema: schemas.portfolioPage },
    'careers-page': { data: 'content/careers.yaml', schema: schemas.careersPage },
    contact: { data: 'content/contact.yaml', schema: schemas.contact },
    services: { markdown: 'content/services/*.md', schema: schemas.service, sort: 'order' },
    portfolio: { markdown: 'content/portfolio/*.md', schema: schemas.project, sort: 'order' },
    roles: { markdown: 'content/roles/*.md', schema: schemas.role, sort: 'order' },
  },
  forms: [contact, application],
});

function page(id: string, path: string, file: string) {
  return {
    id,
    path,
    page: `./src/pages/${file}.tsx`,
    server: `./src/pages/${file}.server.ts`,
    prerender: true,
  };
}
