import { nameWithId } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';

/** What a space or a group is about, and who takes part. */
const scopeTexts = {
  developerGroup: t.nullable(t.translations()),
  localArea: t.nullable(t.translations()),
  metaScope: t.nullable(t.translations()),
  participatoryScope: t.nullable(t.translations()),
  participatoryStructure: t.nullable(t.translations()),
  target: t.nullable(t.translations()),
};

/** The texts that processes and assemblies have in common. */
const spaceTexts = {
  slug: t.text(),
  title: t.translations(),
  subtitle: t.nullable(t.translations()),
  shortDescription: t.nullable(t.translations()),
  description: t.nullable(t.translations()),
  ...scopeTexts,
  announcement: t.optional(t.translations('What is new, which releases until 0.31 show.')),
};

const placeInList = {
  weight: t.integer(),
  reference: t.text(),
  publishedAt: t.nullable(t.dateTime()),
  ...t.timestamps,
};

export const processGroups = defineKind({
  description: 'Groups of participatory processes.',
  fields: {
    title: t.translations(),
    description: t.translations(),
    ...scopeTexts,
    promoted: t.boolean(false),
    heroImage: t.nullable(t.file()),
    ...t.timestamps,
  },
});

export const processes = defineKind({
  description: 'Participatory processes: the spaces that contain components.',
  fields: {
    ...spaceTexts,
    startDate: t.nullable(t.date()),
    endDate: t.nullable(t.date()),
    restricted: t.boolean(false, 'Whether only administrators and members can see it.'),
    ...placeInList,
    groupId: t.optional(t.reference('processGroups', 'The group that it belongs to.')),
    promoted: t.boolean(false),
    heroImage: t.optional(t.file()),
    taxonomyIds: t.optionalReferences('taxonomies'),
  },
  indexes: by('groupId'),
  uniqueFields: ['slug'],
  referenceCode: 'PART',
  samples: { slug: nameWithId('-') },
});

export const steps = defineKind({
  description: 'Steps of a process, one after the other.',
  fields: {
    processId: t.reference('processes', 'The process.'),
    title: t.translations(),
    description: t.nullable(t.translations()),
    startDate: t.nullable(t.dateTime('When it starts.')),
    endDate: t.nullable(t.dateTime('When it ends.')),
    active: t.boolean(false, 'Whether it is the current step.'),
    position: t.integer(),
    ...t.timestamps,
  },
  indexes: by('processId'),
  samples: { position: ({ id }) => id },
});

export const assemblies = defineKind({
  description: 'Assemblies: spaces that last, in trees.',
  fields: {
    ...spaceTexts,
    parentId: t.nullable(t.reference('assemblies', 'The assembly above it.')),
    access: t.enumeration(
      ['open', 'transparent', 'restricted'],
      'Who can see it: everybody, everybody without taking part, or administrators and members.',
    ),
    purposeOfAction: t.nullable(t.translations('What it is for.')),
    composition: t.nullable(t.translations('Who its members are.')),
    internalOrganisation: t.nullable(t.translations('How it works.')),
    specialFeatures: t.nullable(t.translations('What is special.')),
    creationDate: t.nullable(t.date('The day of its creation.')),
    createdBy: t.nullable(t.text('Who created it: `city_council`, `public` or `others`.')),
    createdByOther: t.nullable(t.translations('Who created it, if others did.')),
    includedAt: t.nullable(t.date('The day on which it joined the platform.')),
    duration: t.nullable(t.date('The last day of its term.')),
    closingDate: t.nullable(t.date('The day of its end.')),
    closingDateReason: t.nullable(t.translations('Why it ends.')),
    twitterHandler: t.nullable(t.text('Its name on X.')),
    instagramHandler: t.nullable(t.text('Its name on Instagram.')),
    facebookHandler: t.nullable(t.text('Its name on Facebook.')),
    youtubeHandler: t.nullable(t.text('Its name on YouTube.')),
    githubHandler: t.nullable(t.text('Its name on GitHub.')),
    promoted: t.boolean(false),
    heroImage: t.nullable(t.file()),
    taxonomyIds: t.optionalReferences('taxonomies'),
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
    from: t.recordReference(spaces, 'The space that shows the link.'),
    to: t.recordReference(spaces, 'The space that it leads to.'),
    name: t.text('The name for programs.'),
  },
  indexes: by('from', 'to'),
  samples: { name: 'related', to: ({ create }) => `processes/${create('processes')}` },
});
