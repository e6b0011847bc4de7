import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, type FieldNode, Kind, parse, visit } from 'graphql';
import { fixturesFolder, readCaseFiles } from './case-files.ts';

const operationDocuments = new Map<string, string | undefined>();

/** The document that steps without a query send: `operation.graphql` in the folder of the case, if there is one. */
export function operationDocument(caseId: string, folder = fixturesFolder): string | undefined {
  const name = `${caseId.split('/')[0]}/operation.graphql`;
  if (folder === fixturesFolder) return readCaseFiles().get(name);
  const file = join(folder, name);
  if (!operationDocuments.has(file))
    operationDocuments.set(file, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return operationDocuments.get(file);
}

const parsedDocuments = new Map<string, DocumentNode | undefined>();

/** Parses a document, once for each text; undefined if it has a syntax error. */
export function parseDocument(query: string): DocumentNode | undefined {
  if (!parsedDocuments.has(query)) parsedDocuments.set(query, tryToParse(query));
  return parsedDocuments.get(query);
}

function tryToParse(query: string): DocumentNode | undefined {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}

/** Whether a document contains a mutation operation. */
export const containsMutation = (document: DocumentNode | undefined): boolean =>
  document?.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === 'mutation') ??
  false;

/** Whether a field of a mutation writes: those with an argument `input`, and deletions, which only have an id. */
const isWritingField = ({ name, arguments: args = [] }: FieldNode): boolean =>
  args.some((argument) => argument.name.value === 'input') || (args.length > 0 && /^delete(?![a-z])/.test(name.value));

/** The name of a document's first field that writes, or else of its first field. */
export function documentTitle(document: DocumentNode | undefined): string {
  if (!document) return 'A document with a syntax error';
  const fields: { name: string; isWriting: boolean }[] = [];
  visit(document, { Field: (field) => void fields.push({ name: field.name.value, isWriting: isWritingField(field) }) });
  return (fields.find(({ isWriting }) => isWriting) ?? fields[0])?.name ?? 'A document';
}
