import { list, single } from './attached-records.ts';
import { readingOf } from './record-reading.ts';
import { field, select } from './selection.ts';
import { textsSelection } from './target-schema.ts';
import { type ValueReading, idOf, nodesAt, present, textsOf } from './values.ts';
import { referenceTo } from './world-builder.ts';

/** The options or rows of a question, which are members of its record. */
const members = (name: string, type: string, ...scalars: string[]): ValueReading => ({
  fields: [field(name, select(type, 'id', field('body', textsSelection), ...scalars))],
  read: (node, world) =>
    present(nodesAt(node, name)).map(({ value }) => ({
      id: idOf(value),
      body: textsOf(value['body'], world.locale) ?? {},
      ...Object.fromEntries(scalars.map((each) => [each, value[each]])),
    })),
});

export const question = readingOf('questions', 'Question', {
  questionnaireId: null,
  responseOptions: members('responseOptions', 'ResponseOption', 'freeText'),
  matrixRows: members('matrixRows', 'QuestionMatrixRow', 'position'),
});

const questionnaire = readingOf('questionnaires', 'Questionnaire', { questionnaireFor: null }, [
  list('questions', question, ({ id }) => ({ questionnaireId: id })),
]);

export const survey = readingOf('surveys', 'Survey', { componentId: null }, [
  single('questionnaire', questionnaire, ({ id }) => ({ questionnaireFor: referenceTo('surveys', id) })),
]);
