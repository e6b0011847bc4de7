import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import { getAttributesType } from '../../contract/directives.ts';
import { invalidAttributes, invalidLocale } from '../../errors.ts';
import type { AttributeValidator, CreateAttributeValidator } from '../../contract/server-dialect.ts';
import { createConstraintValidator } from './attribute-validator.ts';

type Attributes = Record<string, unknown>;
interface Input {
  locale?: string | null;
  attributes: Attributes;
}
interface Source {
  id: number;
  componentId?: number;
}

/** Validates and normalizes attributes; throws an ATTRIBUTE_VALIDATION_ERROR that lists every invalid attribute. */
export function validateAttributes(
  validator: AttributeValidator,
  source: Source,
  input: { locale: string; attributes: Attributes },
  { store }: RequestContext,
): Attributes {
  const context = { store, componentId: getComponent(source, store).id, record: source, locale: input.locale };
  const attributes = validator.normalize?.(input.attributes, context) ?? input.attributes;
  const errors = validator.validate(attributes, context);
  if (errors) throw invalidAttributes(errors);
  return attributes;
}

/**
 * A schema whose fields with an `input` of attributes judge it before they run: first the locales, of the input and of its
 * locale maps, then the attributes, every problem at once. What reaches the resolver has its locale. The rules of each type of
 * attributes are those of its `@constraint`s, or a dialect's own.
 */
export const withInputValidation = (
  schema: GraphQLSchema,
  rulesOf: CreateAttributeValidator = createConstraintValidator,
): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) => {
      const type = getAttributesType(field.args?.['input']?.type);
      if (!type) return undefined;
      const rules = rulesOf(schema, type);
      const { resolve = defaultFieldResolver } = field;
      return {
        ...field,
        resolve(source: Source, args: { input: Input }, context: RequestContext, info) {
          const { input } = args;
          const { locales, defaultLocale } = context.store.organization;
          const locale = input.locale ?? defaultLocale;
          const used = [locale, ...rules.localeMaps.flatMap((name) => keysOf(input.attributes[name]))];
          if (!used.every((code) => locales.includes(code))) throw invalidLocale();
          const attributes = validateAttributes(rules, source, { ...input, locale }, context);
          return resolve(source, { ...args, input: { ...input, locale, attributes } }, context, info);
        },
      };
    },
  });

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
