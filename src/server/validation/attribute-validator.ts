import type { ErrorObject, ValidateFunction } from 'ajv';
import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import { getConstraintDirective } from '../../contract/directives.ts';
import type { AttributeError } from '../../errors.ts';
import type { CreateAttributeValidator } from '../../contract/server-dialect.ts';
import { createConstraintAjv } from './ajv-keywords.ts';

/** Builds the JSON Schema of an attributes type from its `@constraint`s. GraphQL validates the types and required fields. */
function buildConstraintSchema(schema: GraphQLSchema, type: GraphQLInputObjectType) {
  const properties: Record<string, object> = {};
  const defaultLocale: string[] = [];
  for (const field of Object.values(type.getFields())) {
    const { defaultLocale: requiresDefaultLocale, ...keywords } = getConstraintDirective(schema, field);
    if (requiresDefaultLocale) defaultLocale.push(field.name);
    if (Object.keys(keywords).length > 0) properties[field.name] = keywords;
  }
  return { properties, ...(defaultLocale.length > 0 && { defaultLocale }) };
}

/** Creates the validator of an attributes type from its `@constraint`s. */
export const createConstraintValidator: CreateAttributeValidator = (schema, type) => {
  // Compiling takes longer than the rest of a start, and most processes use few of the validators.
  let compiled: ValidateFunction | undefined;
  const compile = () => createConstraintAjv().compile<Record<string, unknown>>(buildConstraintSchema(schema, type));
  const fields = Object.values(type.getFields());
  const names = fields.map(({ name }) => name);
  const position = (error: ErrorObject) => names.indexOf(error.instancePath.split('/')[1] ?? '');
  return {
    localeMaps: fields.filter((field) => getConstraintDirective(schema, field).localeMap).map(({ name }) => name),
    validate(attributes, context) {
      const validate = (compiled ??= compile());
      if (validate.call(context, attributes)) return undefined;
      return (validate.errors ?? []).toSorted((a, b) => position(a) - position(b)).map(toAttributeError);
    },
  };
};

const formatMessages: Record<string, string> = {
  'iso-date-time': 'must be an ISO 8601 date and time of a day that exists, such as 2027-03-12T18:00:00Z',
  date: 'must be a day that exists, as YYYY-MM-DD',
  'http-url': 'must be an http or https URL',
};

function toAttributeError({ keyword, instancePath, params, message }: ErrorObject): AttributeError {
  const messages: Record<string, () => string> = {
    format: () => formatMessages[params['format'] as string]!,
    enum: () => `must be one of ${(params['allowedValues'] as string[]).join(', ')}`,
    minimum: () => `must be ${params['limit'] as number} or more`,
    maximum: () => `must be ${params['limit'] as number} or less`,
  };
  return {
    path: ['attributes', ...instancePath.slice(1).split('/')],
    message: messages[keyword]?.() ?? message ?? keyword,
  };
}
