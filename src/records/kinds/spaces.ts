import { nameWithId } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import {
  boolean,
  date,
  dateTime,
  enumeration,
  file,
  integer,
  nullable,
  optional,
  optionalReferences,
  recordReference,
  reference,
  text,
  timestamps,
  translations,
} from '../field-types.ts';

/** What a space or a group is about, and who takes part. */
const scopeTexts = {
  developerGroup: nullable(translations()),
  localArea: nullable(translations()),
  metaScope: nullable(translations()),
  participatoryScope: nullable(translations()),
  participatoryStructure: nullable(translations()),
  target: nullable(translations()),
};

/** The texts that processes and assemblies have in common. */
const spaceTexts = {
  slug: text(),
  title: translations(),
  subtitle: nullable(translations()),
  shortDescription: nullable(translations()),
  description: nullable(translations()),
  ...scopeTexts,
};

const placeInList = { weight: integer(), reference: text(), publishedAt: nullable(dateTime()), ...timestamps };

export const processGroups = defineKind({
  description: 'Groups of participatory processes.',
  fields: {
    title: translations(),
    description: translations(),
    ...scopeTexts,
    promoted: boolean(false),
    heroImage: nullable(file()),
    ...timestamps,
  },
});

export const processes = defineKind({
  description: 'Participatory processes: the spaces that contain components.',
  fields: {
    ...spaceTexts,
    startDate: nullable(date()),
    endDate: nullable(date()),
    restricted: boolean(false, 'Whether only administrators and members can see it.'),
    ...placeInList,
    groupId: optional(reference('processGroups', 'The group that it belongs to.')),
    promoted: boolean(false),
    heroImage: optional(file()),
    taxonomyIds: optionalReferences('taxonomies'),
  },
  indexes: by('groupId'),
  uniqueFields: ['slug'],
  referenceCode: 'PART',
  samples: { slug: nameWithId('-') },
});

export const steps = defineKind({
  description: 'Steps of a process, one after the other.',
  fields: {
    processId: reference('processes', 'The process.'),
    title: translations(),
    description: nullable(translations()),
    startDate: nullable(dateTime('When it starts.')),
    endDate: nullable(dateTime('When it ends.')),
    active: boolean(false, 'Whether it is the current step.'),
    position: integer(),
    ...timestamps,
  },
  indexes: by('processId'),
  samples: { position: ({ id }) => id },
});

export const assemblies = defineKind({
  description: 'Assemblies: spaces that last, in trees.',
  fields: {
    ...spaceTexts,
    parentId: nullable(reference('assemblies', 'The assembly above it.')),
    access: enumeration(
      ['open', 'transparent', 'restricted'],
      'Who can see it: everybody, everybody without taking part, or administrators and members.',
    ),
    purposeOfAction: nullable(translations('What it is for.')),
    composition: nullable(translations('Who its members are.')),
    internalOrganisation: nullable(translations('How it works.')),
    specialFeatures: nullable(translations('What is special.')),
    creationDate: nullable(date('The day of its creation.')),
    createdBy: nullable(text('Who created it: `city_council`, `public` or `others`.')),
    createdByOther: nullable(translations('Who created it, if others did.')),
    includedAt: nullable(date('The day on which it joined the platform.')),
    duration: nullable(date('The last day of its term.')),
    closingDate: nullable(date('The day of its end.')),
    closingDateReason: nullable(translations('Why it ends.')),
    twitterHandler: nullable(text('Its name on X.')),
    instagramHandler: nullable(text('Its name on Instagram.')),
    facebookHandler: nullable(text('Its name on Facebook.')),
    youtubeHandler: nullable(text('Its name on YouTube.')),
    githubHandler: nullable(text('Its name on GitHub.')),
    promoted: boolean(false),
    heroImage: nullable(file()),
    taxonomyIds: optionalReferences('taxonomies'),
    ...placeInList,
  },
  indexes: by('parentId'),
  uniqueFields: ['slug'],
  referenceCode: 'ASSE',
  parentField: 'parentId',
  samples: { slug: nameWithId('-') },
});

const spaces = ['processes', 'assemblies'] as const;

export const spaceLinks = defineKind({
  description: 'Links from one space to another.',
  fields: {
    from: recordReference(spaces, 'The space that shows the link.'),
    to: recordReference(spaces, 'The space that it leads to.'),
    name: text('The name for programs.'),
  },
  indexes: by('from', 'to'),
  samples: { name: 'related', to: ({ create }) => `processes/${create('processes')}` },
});
