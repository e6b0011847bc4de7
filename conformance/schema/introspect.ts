import {
  type GraphQLSchema,
  type IntrospectionQuery,
  buildClientSchema,
  getIntrospectionQuery,
  validateSchema,
} from 'graphql';
import { escapeControlCharacters, truncate } from '../../src/client/format-text.ts';
import { type TargetResponse, describeResponse } from '../../src/client/http-message.ts';
import { isJsonObject, valueAt } from '../../src/client/json-value.ts';
import { type Redact, redactValue } from '../../src/client/redactor.ts';

/** What an introspection gave: the whole schema, or why it did not. */
export type Introspection = { schema: GraphQLSchema } | { problem: string; isRefused: boolean };

export const introspectionQuery = getIntrospectionQuery({ descriptions: true });

/** Reads the response to an introspection, which may be hostile. Only a response that is complete and valid is a schema. */
export function readIntrospection(response: TargetResponse, redact: Redact): Introspection {
  const { status, json } = response;
  const errors = valueAt(json, ['errors']);
  const message = Array.isArray(errors) ? valueAt(errors[0], ['message']) : undefined;
  if (errors !== undefined || status !== 200)
    return {
      problem: `it refuses the introspection: ${truncate(typeof message === 'string' ? message : describeResponse(response), 200)}`,
      isRefused: true,
    };
  const data = valueAt(json, ['data']);
  if (!isJsonObject(data) || !isJsonObject(data['__schema']))
    return { problem: `its introspection is cut or no JSON: ${describeResponse(response)}`, isRefused: false };
  try {
    const safe = redactValue(data, (text) => redact(escapeControlCharacters(text))) as unknown as IntrospectionQuery;
    const schema = buildClientSchema(safe);
    const [error] = validateSchema(schema);
    if (error) throw error;
    return { schema };
  } catch (error) {
    return {
      problem: `its introspection is no valid schema: ${truncate((error as Error).message, 200)}`,
      isRefused: false,
    };
  }
}
