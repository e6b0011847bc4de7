import type { DocumentNode } from 'graphql';
import type { Step } from '../src/cases/case.ts';
import { parseTemplate } from '../src/cases/placeholders.ts';
import { schemaOf } from '../src/client/dialect-schema.ts';
import { type GraphqlOperation, readOperation } from '../src/client/intent.ts';
import { type SelectedField, writingFields } from '../src/client/selection.ts';
import type { SuiteDialect } from '../src/dialects/suite-dialect.ts';

/** The document and variables of a step, with placeholders. */
export function requestOf(step: Step): Pick<GraphqlOperation, 'query' | 'variables'> {
  if (!('http' in step)) return { query: step.query ?? '', variables: step.variables ?? {} };
  const { path, parameters = {}, body = String(new URLSearchParams(parameters)) } = step.http;
  return readOperation({ path, body: body.replaceAll(/(?<!")\$\{\w+\}(?!")/g, '"$&"') });
}

/** The document of a step in the words of a dialect, and its variables, with placeholders. */
export function templateOf(
  step: Step,
  dialect: SuiteDialect,
): { document: DocumentNode | undefined; variables: Record<string, unknown> } {
  const { query, variables } = requestOf(step);
  const document = parseTemplate(query);
  return { document: document && dialect.translator.translateDocument(document), variables };
}

/** The fields that a step writes, and its variables, with placeholders. */
export function writesOf(
  step: Step,
  dialect: SuiteDialect,
): { writes: SelectedField[]; variables: Record<string, unknown> } {
  const { document, variables } = templateOf(step, dialect);
  return { writes: document ? writingFields(document, schemaOf(dialect)) : [], variables };
}
