import {
  type ASTVisitor,
  type DocumentNode,
  type GraphQLSchema,
  TypeInfo,
  getNamedType,
  isInputObjectType,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { hasCoordinate } from '../../src/graphql/schema.ts';
import { valueAt } from '../../src/client/json-value.ts';
import { type SuiteDialect, isInReleases, isNameOfDialect } from '../../src/dialects/suite-dialect.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import { parseDocument } from '../../src/cases/documents.ts';
import type { Case, Step } from '../../src/cases/case.ts';

/** Why a case does not apply to a dialect; undefined if it applies. */
export function reasonNotApplicable(testCase: Case, dialect: SuiteDialect): string | undefined {
  const { dialects, since, until } = testCase;
  if (dialects && !dialects.some((name) => isNameOfDialect(name, dialect)))
    return `it does not apply to the dialect ${dialect.name}`;
  if (!isInReleases({ since }, dialect)) return `it holds since ${since}`;
  if (!isInReleases({ until }, dialect)) return `it holds until ${until}`;
  const documents = testCase.steps.map(documentOf);
  const coordinate = Object.keys(dialect.missingOperations).find((each) =>
    documents.some((text) => text.includes(`${each.split('.')[1]}(`)),
  );
  if (coordinate) return dialect.missingOperations[coordinate];
  if (dialect.isAnonymous && isAboutUsers(testCase)) return `nobody can sign in to ${dialect.name}`;
  const missing = missingInSchema(documents, dialect);
  return missing && `${dialect.name} does not have what the document uses: ${missing}`;
}

/** Whether a case compares users, or knows what only an administrator sees. */
const isAboutUsers = ({ steps }: Case): boolean => new Set(steps.map(({ actor }) => actor)).size > 1;

/**
 * The coordinate of something in the documents of a case that a release does not have and another dialect has. What none of
 * them has is no reason: the case tests how it is refused.
 */
function missingInSchema(documents: string[], dialect: SuiteDialect) {
  if (!dialect.readSchema) return undefined;
  for (const text of documents) {
    const document = parseDocument(text.replaceAll(placeholder, '0'));
    if (!document) continue;
    const unknown = findUnknown(dialect.translator.translateDocument(document), schemaOf(dialect));
    const missing = unknown.find((each) =>
      Object.values(suiteDialects).some((other) => hasCoordinate(schemaOf(other), each)),
    );
    if (missing !== undefined) return missing;
  }
  return undefined;
}

const placeholder = /\$\{\w+\}/g;

/** The document of a step; empty if it has none. */
const documentOf = (step: Step): string => ('http' in step ? (queryOf(step.http.body) ?? '') : step.query);

/** The document in a JSON body; undefined if the body is no request. */
function queryOf(body = ''): string | undefined {
  try {
    const query = valueAt(JSON.parse(body.replaceAll(placeholder, '0')), ['query']);
    return typeof query === 'string' ? query : undefined;
  } catch {
    return undefined;
  }
}

/** The coordinates of the types, fields, arguments and input fields of a document that a schema does not have. */
function findUnknown(document: DocumentNode, schema: GraphQLSchema): string[] {
  const found: string[] = [];
  const info = new TypeInfo(schema);
  const visitor: ASTVisitor = {
    NamedType: ({ name }) => void (schema.getType(name.value) ?? found.push(name.value)),
    Field({ name }) {
      const parent = info.getParentType();
      if (parent && !info.getFieldDef()) found.push(`${parent.name}.${name.value}`);
    },
    Argument({ name }) {
      const field = info.getFieldDef();
      if (field && !info.getDirective() && !info.getArgument())
        found.push(`${info.getParentType()!.name}.${field.name}(${name.value}:)`);
    },
    ObjectField({ name }) {
      const parent = getNamedType(info.getParentInputType());
      if (isInputObjectType(parent) && !parent.getFields()[name.value]) found.push(`${parent.name}.${name.value}`);
    },
  };
  visit(document, visitWithTypeInfo(info, visitor));
  return found;
}
