import { component } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const surveys = defineKind({
  description: 'Surveys of a surveys component.',
  fields: {
    componentId: t.reference('components'),
    announcement: t.nullable(t.translations('A text above the survey.')),
    startsAt: t.nullable(t.dateTime('When it starts.')),
    endsAt: t.nullable(t.dateTime('When it ends.')),
    allowResponses: t.nullable(Type.Boolean({ description: 'Whether people can answer.' })),
    allowUnregistered: t.nullable(Type.Boolean({ description: 'Whether people can answer without an account.' })),
    allowEditingResponses: t.nullable(Type.Boolean({ description: 'Whether people can change their answers.' })),
    publishedAt: t.nullable(t.dateTime()),
    ...t.timestamps,
  },
  indexes: by('componentId'),
  samples: { componentId: component('surveys') },
});

export const questionnaires = defineKind({
  description: 'The questions of a survey, or of the registration for a meeting.',
  fields: {
    questionnaireFor: t.recordReference(['surveys', 'meetings'], 'The survey or meeting.'),
    title: t.nullable(t.translations()),
    description: t.nullable(t.translations()),
    tos: t.nullable(t.translations('The terms of service.')),
    ...t.timestamps,
  },
  indexes: by('questionnaireFor'),
});

const option = Type.Object(
  { id: Type.Integer({ minimum: 1 }), body: t.translations(), freeText: Type.Boolean({ default: false }) },
  { additionalProperties: false },
);
const row = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    position: Type.Integer(),
    body: Type.Unsafe<Record<string, unknown>>({ type: 'object', locales: 'organization' }),
  },
  { additionalProperties: false },
);

export const questions = defineKind({
  description: 'Questions of a questionnaire.',
  fields: {
    questionnaireId: t.reference('questionnaires', 'The questionnaire.'),
    questionType: t.text('The type, such as `short_response` or `single_option`.'),
    body: t.translations(),
    description: t.nullable(t.translations()),
    mandatory: t.boolean(false, 'Whether it has to be answered.'),
    position: t.integer(),
    maxChoices: t.nullable(t.integer('How many options can be chosen.')),
    maxCharacters: t.count('How long an answer can be; 0 is no limit.'),
    responseOptions: Type.Array(option, {
      default: [],
      description: 'The options, each with `id`, `body` and `freeText`.',
    }),
    matrixRows: Type.Array(row, {
      default: [],
      description: 'The rows of a matrix, each with `id`, `position` and `body`.',
    }),
    ...t.timestamps,
  },
  indexes: by('questionnaireId'),
  samples: { questionType: 'short_response', position: ({ id }) => id },
});
