import type { RequestContext } from '../../../graphql/context.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { recordUrl } from '../../../server/resolvers/urls.ts';
import { parseRecordReference } from '../../../records/kinds.ts';
import type { Records } from '../../../records/records.ts';
import { classNameOf } from './record-types.ts';
import { byNumber, firstReferring, many } from './relations.ts';

type QuestionnaireRecord = Records['questionnaires'];

export const Survey = {
  questionnaire: firstReferring('questionnaires', 'questionnaireFor', 'surveys'),
  url: recordUrl('surveys'),
};

export const Questionnaire = {
  forEntity({ questionnaireFor }: QuestionnaireRecord, _: unknown, { store }: RequestContext) {
    const { kind, id } = parseRecordReference(questionnaireFor);
    if (kind !== 'meetings') throw new SimulatedServerError('the interface of questionnaires has no type for surveys');
    return store.find('meetings', id);
  },
  forType: ({ questionnaireFor }: QuestionnaireRecord) => classNameOf(parseRecordReference(questionnaireFor).kind),
  publishedAt: () => null,
  questions: many('questions', 'questionnaireId', byNumber('position')),
};

export const QuestionnaireEntityInterface = { __resolveType: () => 'Meeting' };
