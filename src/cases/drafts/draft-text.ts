import { Document, Scalar, visit } from 'yaml';
import { escapeControlCharacters } from '../../client/format-text.ts';
import type { Case } from '../case.ts';

/** A draft as it is written: a list of one case. */
export const draftFile = ({ id, description, requirements, dialects, draft, steps }: Omit<Case, 'level'>): object[] => [
  { [id.split('/')[1]!]: description, checks: requirements, ...(dialects && { dialects }), draft, steps },
];

/** Renders a draft as a file that can be dropped into a folder of cases. `schema` is the path of `case.schema.json` from there. */
export function draftText(testCase: Omit<Case, 'level'>, schema = '../../../src/cases/case.schema.json'): string {
  const document = new Document(draftFile(testCase));
  document.commentBefore = ` yaml-language-server: $schema=${schema}`;
  visit(document, {
    Scalar(_, scalar) {
      // Only a text in double quotes can have escapes.
      if (typeof scalar.value === 'string' && escapeControlCharacters(scalar.value) !== scalar.value)
        scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeControlCharacters(document.toString({ lineWidth: 0, singleQuote: true }));
}
