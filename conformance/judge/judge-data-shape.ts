import { Ajv, type ValidateFunction } from 'ajv';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Difference, TargetResponse } from '../../src/client/http-message.ts';
import { dataSchema } from './data-schema.ts';
import { graphqlBody, isEmptyData } from './judge.ts';

/** An operation that a target executed. */
export interface ExecutedOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  variables: Record<string, unknown>;
  operationName?: string;
}

// Most validators run a few times only: optimizing their code takes longer than it saves.
const ajv = new Ajv({ allErrors: false, strict: false, code: { optimize: false } });
const compiled = new Map<string, ValidateFunction>();
const validators = new WeakMap<DocumentNode, Map<string, ValidateFunction | undefined>>();

/** The validator of a JSON Schema. Different documents often have the same schema. */
function compile(jsonSchema: object): ValidateFunction {
  const key = JSON.stringify(jsonSchema);
  const validate = compiled.get(key) ?? ajv.compile(jsonSchema);
  compiled.set(key, validate);
  return validate;
}

/** The validator of the data; compiled once for each document and the values of the variables that directives can use. */
function dataValidator({
  schema,
  document,
  variables,
  operationName,
}: ExecutedOperation): ValidateFunction | undefined {
  const ofDocument = validators.get(document) ?? new Map<string, ValidateFunction | undefined>();
  validators.set(document, ofDocument);
  const booleans = Object.entries(variables).filter(([, value]) => typeof value === 'boolean');
  const key = JSON.stringify([operationName, booleans]);
  if (!ofDocument.has(key)) {
    const jsonSchema = dataSchema(schema, document, variables, operationName);
    ofDocument.set(key, jsonSchema && compile(jsonSchema));
  }
  return ofDocument.get(key);
}

/**
 * Checks that the data of a response has the selected fields, of the types and nullability of the schema. `data` may be
 * null beside errors.
 */
export function judgeDataShape(response: TargetResponse, operation: ExecutedOperation): Difference[] {
  const body = graphqlBody(response);
  if (!body || !Object.hasOwn(body, 'data')) return [];
  const hasErrors = Array.isArray(body.errors) && body.errors.length > 0;
  if (hasErrors && (body.data === null || (response.status >= 500 && isEmptyData(body.data)))) return [];
  const validate = dataValidator(operation);
  if (!validate || validate(body.data)) return [];
  const [{ instancePath, message } = { instancePath: '', message: '' }] = validate.errors ?? [];
  return [
    {
      path: `data${instancePath.replaceAll('/', '.')}`,
      expected: `data that fits the selection: it ${message}`,
      actual: body.data,
    },
  ];
}
