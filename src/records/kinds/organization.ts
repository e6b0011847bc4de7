import { nameWithId } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import { boolean, integer, nullable, reference, text, timestamps, translations } from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const organization = defineKind({
  description: 'The organization that runs the platform. Exactly one record.',
  fields: {
    host: text('The host name of the platform.'),
    name: translations(),
    referencePrefix: text('The first part of references, such as `TH`.'),
    timeZone: Type.String({
      format: 'time-zone',
      description: 'An IANA time zone, such as `Europe/Madrid`. Date-times without an offset are in this zone.',
    }),
    locales: Type.Array(text(), {
      minItems: 1,
      uniqueItems: true,
      description: 'The locales in which texts can be written.',
    }),
    defaultLocale: text('One of the locales.'),
    currency: Type.String({ default: '€', description: 'The sign in front of costs.' }),
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
    name: translations(),
    parentId: nullable(reference('taxonomies', 'The taxonomy above it; null for a root.')),
    weight: integer(),
  },
  indexes: by('parentId'),
  parentField: 'parentId',
});

export const staticPageTopics = defineKind({
  description: 'Groups of static pages.',
  fields: {
    title: translations(),
    description: translations(),
    weight: integer(),
    showInFooter: boolean(false, 'Whether its pages are linked at the foot of each page.'),
  },
});

export const staticPages = defineKind({
  description: 'Pages of the organization, such as the terms of service.',
  fields: {
    slug: text(),
    title: translations(),
    content: translations('The text, in HTML.'),
    weight: integer(),
    topicId: nullable(reference('staticPageTopics', 'The topic that it belongs to.')),
    ...timestamps,
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
    jti: text('The id of the token.'),
    expiresAt: integer('When the token expires, in seconds since 1970.'),
  },
  indexes: by('jti'),
  uniqueFields: ['jti'],
});
