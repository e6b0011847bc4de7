import { type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import { getAttributesType } from '../../contract/directives.ts';
import { wrapResolvers } from '../../contract/schema.ts';
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
 * Wraps the resolvers of fields whose `input` has `attributes`: first the locales of the input and of its locale maps are
 * validated, then the attributes, and all errors are reported together. The resolver receives an input with a locale.
 */
export const withInputValidation = (
  schema: GraphQLSchema,
  createValidator: CreateAttributeValidator = createConstraintValidator,
): GraphQLSchema =>
  wrapResolvers(schema, (field) => {
    const type = getAttributesType(field.args.find(({ name }) => name === 'input')?.type);
    if (!type) return undefined;
    const validator = createValidator(schema, type);
    const { resolve = defaultFieldResolver } = field;
    return (source: Source, args: { input: Input }, context: RequestContext, info) => {
      const { input } = args;
      const { locales, defaultLocale } = context.store.organization;
      const locale = input.locale ?? defaultLocale;
      const usedLocales = [locale, ...validator.localeMaps.flatMap((name) => keysOf(input.attributes[name]))];
      if (!usedLocales.every((code) => locales.includes(code))) throw invalidLocale();
      const attributes = validateAttributes(validator, source, { ...input, locale }, context);
      return resolve(source, { ...args, input: { ...input, locale, attributes } }, context, info);
    };
  });

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
