import { by, defineKind } from '../define-kind.ts';
import {
  boolean,
  count,
  dateTime,
  enumeration,
  integer,
  nullable,
  optional,
  optionalBoolean,
  reference,
  timestamps,
  translations,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

const settings = {
  answersWithCosts: boolean(false, 'Shows the costs of answers.'),
  commentsEnabled: boolean(true, 'Allows comments.'),
  creationEnabled: boolean(false, 'Lets participants create proposals or debates.'),
  creationEnabledForParticipants: boolean(false, 'Lets participants create meetings.'),
  proposalAnsweringEnabled: boolean(true, 'Allows answers.'),
  commentsBlocked: optionalBoolean('Keeps comments as they are.'),
  commentsMaxLength: Type.Optional(count('The length of a comment; 0 is the default of 1,000.')),
  votesEnabled: optionalBoolean('Allows votes for proposals.'),
  votesBlocked: optionalBoolean('Keeps votes as they are.'),
  votesHidden: optionalBoolean('Hides the number of votes.'),
  votesShown: optionalBoolean('Shows the votes of projects.'),
  voteLimit: Type.Optional(count('How many proposals a person can vote for; 0 is no limit.')),
  voteThreshold: Type.Optional(count('With how many votes a proposal is full; 0 is no limit.')),
  voteBeyondThreshold: optionalBoolean('Allows votes for proposals that are full.'),
  likesEnabled: optionalBoolean('Allows likes.'),
  mapsEnabled: optionalBoolean('Shows a map.'),
};

export const components = defineKind({
  description:
    'Components of a space: one list of proposals, meetings, results, budgets, debates, posts or surveys each, or a page.',
  fields: {
    kind: enumeration(
      ['accountability', 'blogs', 'budgets', 'debates', 'meetings', 'pages', 'proposals', 'surveys'],
      'What the component contains.',
    ),
    processId: nullable(reference('processes', 'The process that it belongs to.')),
    name: translations(),
    weight: integer(),
    settings: Type.Object(settings, {
      additionalProperties: false,
      default: {},
      description: `What is allowed. ${Object.entries(settings)
        .map(([name, schema]) => `\`${name}\`: ${String(schema['description'])}`)
        .join(' ')}`,
    }),
    publishedAt: nullable(dateTime()),
    ...timestamps,
    assemblyId: optional(reference('assemblies', 'The assembly that it belongs to, instead of a process.')),
    hiddenFromMenu: optionalBoolean('Whether the menu of the space leaves it out.'),
  },
  indexes: by('processId', 'assemblyId'),
  exactlyOneOf: ['processId', 'assemblyId'],
  samples: {
    kind: 'proposals',
    processId: ({ record, idOf }) => (record['assemblyId'] == null ? idOf('processes') : null),
  },
});
