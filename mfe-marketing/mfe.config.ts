import { defineMfe, type MfeRoute } from '@voltframe/kit/contract/release/mfe-config';
import { application } from './src/forms/application.ts';
import { contact } from './src/forms/contact.ts';
import { HOME_DRAWING } from './src/home-drawing.ts';
import * as schemas from './src/content-schemas.ts';

/** The pages of the lab: home, about, services, portfolio, careers, contact. */
export default defineMfe({
  name: 'marketing',
  team: 'Lab pages',
  routes: [
    {
      ...page('marketing.home', '/', 'home'),
      card: (data) => ({
        label: 'Voltframe · digital innovation lab',
        title: data<{ hero: { heading: string } }>('home').hero.heading,
        drawing: HOME_DRAWING,
      }),
    },
    { ...page('marketing.about', '/about', 'about'), card: card('about', 'about') },
    { ...page('marketing.services', '/services', 'services'), card: card('services', 'services-page') },
    {
      ...page('marketing.portfolio', '/portfolio', 'portfolio'),
      query: { category: { samples: ['web-development'] } },
      card: card('portfolio', 'portfolio-page'),
    },
    { ...page('marketing.careers', '/careers', 'careers/careers'), card: card('careers', 'careers-page') },
    {
      ...page('marketing.role', '/careers/:slug', 'careers/role'),
      query: ['sent'],
      card: card('careers', 'careers-page'),
    },
    {
      ...page('marketing.contact', '/contact', 'contact'),
      query: { sent: {}, topic: { samples: ['robotics'] } },
      card: card('contact', 'contact'),
    },
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
  // If the operator configures this upstream, the open roles come from it (src/open-roles.ts).
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
    roles: {
      markdown: 'content/roles/*.md',
      schema: schemas.role,
      sort: 'order',
      card: ({ title }: schemas.Role) => ({ label: 'Voltframe · careers, a sample role', title }),
    },
  },
  forms: [contact, application],
});

/** A card with the heading of the page. @param name content with the heading */
function card(label: string, name: string): Required<MfeRoute>['card'] {
  return (data) => ({ label: `Voltframe · ${label}`, title: data<{ heading: string }>(name).heading });
}

function page(id: string, path: string, file: string) {
  return {
    id,
    path,
    page: `./src/pages/${file}.tsx`,
    server: `./src/pages/${file}.server.ts`,
    prerender: true,
  };
}
