import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

const settings = {
  answersWithCosts: t.boolean(false, 'Shows the costs of answers.'),
  commentsEnabled: t.boolean(true, 'Allows comments.'),
  creationEnabled: t.boolean(false, 'Lets participants create proposals or debates.'),
  creationEnabledForParticipants: t.boolean(false, 'Lets participants create meetings.'),
  proposalAnsweringEnabled: t.boolean(true, 'Allows answers.'),
  commentsBlocked: t.optionalBoolean('Keeps comments as they are.'),
  commentsMaxLength: Type.Optional(t.count('The length of a comment; 0 is the default of 1,000.')),
  votesEnabled: t.optionalBoolean('Allows votes for proposals.'),
  votesBlocked: t.optionalBoolean('Keeps votes as they are.'),
  votesHidden: t.optionalBoolean('Hides the number of votes.'),
  votesShown: t.optionalBoolean('Shows the votes of projects.'),
  voteLimit: Type.Optional(t.count('How many proposals a person can vote for; 0 is no limit.')),
  voteThreshold: Type.Optional(t.count('With how many votes a proposal is full; 0 is no limit.')),
  voteBeyondThreshold: t.optionalBoolean('Allows votes for proposals that are full.'),
  likesEnabled: t.optionalBoolean('Allows likes.'),
  mapsEnabled: t.optionalBoolean('Shows a map.'),
};

export const components = defineKind({
  description:
    'Components of a space: one list of proposals, meetings, results, budgets, debates, posts or surveys each, or a page.',
  fields: {
    kind: t.enumeration(
      ['accountability', 'blogs', 'budgets', 'debates', 'meetings', 'pages', 'proposals', 'surveys'],
      'What the component contains.',
    ),
    processId: t.nullable(t.reference('processes', 'The process that it belongs to.')),
    name: t.translations(),
    weight: t.integer(),
    settings: Type.Object(settings, {
      additionalProperties: false,
      default: {},
      description: `What is allowed. ${Object.entries(settings)
        .map(([name, schema]) => `\`${name}\`: ${String(schema['description'])}`)
        .join(' ')}`,
    }),
    publishedAt: t.nullable(t.dateTime()),
    ...t.timestamps,
    assemblyId: t.optional(t.reference('assemblies', 'The assembly that it belongs to, instead of a process.')),
    hiddenFromMenu: t.optionalBoolean('Whether the menu of the space leaves it out.'),
  },
  indexes: by('processId', 'assemblyId'),
  exactlyOneOf: ['processId', 'assemblyId'],
  samples: {
    kind: 'proposals',
    processId: ({ record, idOf }) => (record['assemblyId'] == null ? idOf('processes') : null),
  },
});
