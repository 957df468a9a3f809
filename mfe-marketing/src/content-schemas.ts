import type { ContentEntry } from '@voltframe/kit/contract/page/page-server';
import { SERVICE_LABELS } from '@voltframe/kit/contract/page/service-labels';
import { z } from 'zod';

const text = z.string().min(1);
const path = z.string().regex(/^\//, 'must be a path of this site: /contact');
const action = z.strictObject({ label: text, href: path });
/** A link to a note of the blog. */
const note = z.strictObject({ href: path, label: text });
const point = z.strictObject({ title: text, text });
const section = { heading: text, lead: text };
const closing = z.strictObject({ heading: text, text, label: text, href: path });
/** docs/behaviour.md 1.3 names the seven services. Content describes them and cannot rename them. */
const serviceSlug = z.enum(SERVICE_LABELS.map(({ slug }) => slug));
const serviceLabel = z.enum(SERVICE_LABELS.map(({ label }) => label));
/** The texts at the start of every page. */
const page = { title: text, description: z.string().min(40).max(170), ...section };
export const opening = z.strictObject(page);

export const home = z.strictObject({
  title: text,
  description: z.string().min(40).max(170),
  hero: z.strictObject({ kicker: text, heading: text, lead: text, primary: action, secondary: action }),
  /** The short form of the portfolio's entry about this site. */
  site: z.strictObject({
    caption: text,
    visitor: text,
    gateway: text,
    /** The words of the apps, by name. */
    apps: z.record(text, text),
    count: text,
    label: text,
  }),
  services: z.strictObject(section),
  work: z.strictObject(section),
  writing: z.strictObject(section),
  principles: z.strictObject({ heading: text, items: z.array(point).min(2) }),
  closing,
});

export const about = z.strictObject({
  ...page,
  sections: z.array(z.strictObject({ heading: text, paragraphs: z.array(text).min(1) })).min(1),
  figures: z.strictObject({ heading: text, text }),
  principles: z.array(point).min(2),
  process: z.strictObject({
    ...section,
    steps: z
      .array(z.strictObject({ label: text, title: text, text, yields: text }))
      .length(6, 'the diagram has six steps'),
  }),
  closing,
});

export const portfolioPage = z.strictObject({
  ...page,
  note: text,
  /** Sample 00. */
  site: z.strictObject({
    title: text,
    summary: text,
    /** How to read the drawing. */
    key: text,
    figures: z.array(
      z.strictObject({
        id: z.enum(['requests', 'bytes', 'deploy', 'failed']),
        label: text,
        measured: text,
        note: note.optional(),
      }),
    ),
    source: text,
  }),
  closing,
});
export const careersPage = z.strictObject({
  ...page,
  how: z.array(point),
  working: z.array(point),
  /** Shown at the top while the roles are the samples of the content. */
  samples: text,
  empty: text,
  closing,
});
export const contact = z.strictObject({
  ...page,
  steps: z.array(point).length(3, 'the page counts three steps'),
  privacy: text,
  /** Each is shown only if the operator fills it. */
  facts: z
    .strictObject({ reply: text.optional(), place: text.optional(), person: text.optional() })
    .optional(),
});

export const service = z.strictObject({
  order: z.int().min(1).max(7),
  label: serviceLabel,
  summary: text,
  delivers: z.array(text).min(3),
  approach: z.array(text).min(3),
  not: z.array(text).min(1),
  questions: z.array(text).min(1),
  note,
});

export const project = z.strictObject({
  order: z.int().min(1),
  title: text,
  summary: text,
  services: z.array(serviceSlug).min(1),
  problem: text,
  constraint: text,
  approach: text,
  outcome: text,
  stack: z.array(text).min(1),
});

export const role = z.strictObject({
  order: z.int().min(1),
  title: text,
  team: text,
  /** Shown only if it is filled. */
  place: text.optional(),
  type: text,
  summary: text,
  services: z.array(serviceSlug).min(1),
});

export type Home = z.infer<typeof home>;
export type About = z.infer<typeof about>;
export type Opening = z.infer<typeof opening>;
export type PortfolioPage = z.infer<typeof portfolioPage>;
export type CareersPage = z.infer<typeof careersPage>;
export type Contact = z.infer<typeof contact>;
export type Service = z.infer<typeof service> & ContentEntry;
export type Project = z.infer<typeof project> & ContentEntry;
export type Role = z.infer<typeof role> & ContentEntry;
