import { nameWithId } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const organization = defineKind({
  description: 'The organization that runs the platform. Exactly one record.',
  fields: {
    host: t.text('The host name of the platform.'),
    name: t.translations(),
    referencePrefix: t.text('The first part of references, such as `TH`.'),
    timeZone: Type.String({
      format: 'time-zone',
      description: 'An IANA time zone, such as `Europe/Madrid`. Date-times without an offset are in this zone.',
    }),
    locales: Type.Array(t.text(), {
      minItems: 1,
      uniqueItems: true,
      description: 'The locales in which texts can be written.',
    }),
    defaultLocale: t.text('One of the locales.'),
    currency: Type.String({ default: '€', description: 'The sign in front of costs.' }),
    forceApiAuthentication: t.boolean(
      false,
      'Whether the API answers only people who have signed in: the setting `DECIDIM_API_FORCE_API_AUTHENTICATION` of Decidim, since 0.31.',
    ),
  },
  samples: {
    host: 'localhost',
    referencePrefix: 'PLN',
    timeZone: 'UTC',
    locales: ['en'],
    defaultLocale: ({ record }) => (record['locales'] as unknown[])[0],
    name: ({ record }) => ({ [String(record['defaultLocale'])]: 'Organization 1' }),
  },
});

export const taxonomies = defineKind({
  description: 'Categories of spaces and of what is in them, in trees.',
  fields: {
    name: t.translations(),
    parentId: t.nullable(t.reference('taxonomies', 'The taxonomy above it; null for a root.')),
    weight: t.integer(),
  },
  indexes: by('parentId'),
  parentField: 'parentId',
});

export const staticPageTopics = defineKind({
  description: 'Groups of static pages.',
  fields: {
    title: t.translations(),
    description: t.translations(),
    weight: t.integer(),
    showInFooter: t.boolean(false, 'Whether its pages are linked at the foot of each page.'),
  },
});

export const staticPages = defineKind({
  description: 'Pages of the organization, such as the terms of service.',
  fields: {
    slug: t.text(),
    title: t.translations(),
    content: t.translations('The text, in HTML.'),
    weight: t.integer(),
    topicId: t.nullable(t.reference('staticPageTopics', 'The topic that it belongs to.')),
    ...t.timestamps,
  },
  indexes: by('topicId'),
  uniqueFields: ['slug'],
  samples: { slug: nameWithId('-') },
});

/**
 * The id of a token that was signed out, and when the token expires in seconds since 1970. The store never deletes a
 * revocation, because a token that expired by a wrong clock becomes valid again.
 */
export const revocations = defineKind({
  description: 'Tokens that were signed out.',
  fields: {
    jti: t.text('The id of the token.'),
    expiresAt: t.integer('When the token expires, in seconds since 1970.'),
  },
  indexes: by('jti'),
  uniqueFields: ['jti'],
});
