import { component } from '../samples.ts';
import { by, defineKind } from '../define-kind.ts';
import {
  boolean,
  count,
  dateTime,
  integer,
  nullable,
  recordReference,
  reference,
  text,
  timestamps,
  translations,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

export const surveys = defineKind({
  description: 'Surveys of a surveys component.',
  fields: {
    componentId: reference('components'),
    announcement: nullable(translations('A text above the survey.')),
    startsAt: nullable(dateTime('When it starts.')),
    endsAt: nullable(dateTime('When it ends.')),
    allowResponses: nullable(Type.Boolean({ description: 'Whether people can answer.' })),
    allowUnregistered: nullable(Type.Boolean({ description: 'Whether people can answer without an account.' })),
    allowEditingResponses: nullable(Type.Boolean({ description: 'Whether people can change their answers.' })),
    publishedAt: nullable(dateTime()),
    ...timestamps,
  },
  indexes: by('componentId'),
  samples: { componentId: component('surveys') },
});

export const questionnaires = defineKind({
  description: 'The questions of a survey, or of the registration for a meeting.',
  fields: {
    questionnaireFor: recordReference(['surveys', 'meetings'], 'The survey or meeting.'),
    title: nullable(translations()),
    description: nullable(translations()),
    tos: nullable(translations('The terms of service.')),
    ...timestamps,
  },
  indexes: by('questionnaireFor'),
});

const option = Type.Object(
  { id: Type.Integer({ minimum: 1 }), body: translations(), freeText: Type.Boolean({ default: false }) },
  { additionalProperties: false },
);
const row = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    position: Type.Integer(),
    body: Type.Unsafe<Record<string, unknown>>({ type: 'object', organizationLocales: true }),
  },
  { additionalProperties: false },
);

export const questions = defineKind({
  description: 'Questions of a questionnaire.',
  fields: {
    questionnaireId: reference('questionnaires', 'The questionnaire.'),
    questionType: text('The type, such as `short_response` or `single_option`.'),
    body: translations(),
    description: nullable(translations()),
    mandatory: boolean(false, 'Whether it has to be answered.'),
    position: integer(),
    maxChoices: nullable(integer('How many options can be chosen.')),
    maxCharacters: count('How long an answer can be; 0 is no limit.'),
    responseOptions: Type.Array(option, {
      default: [],
      description: 'The options, each with `id`, `body` and `freeText`.',
    }),
    matrixRows: Type.Array(row, {
      default: [],
      description: 'The rows of a matrix, each with `id`, `position` and `body`.',
    }),
    ...timestamps,
  },
  indexes: by('questionnaireId'),
  samples: { questionType: 'short_response', position: ({ id }) => id },
});
