import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { type RequestContext, getComponent } from '../../contract/request-context.ts';
import { getAttributesType } from '../../contract/directives.ts';
import { invalidAttributes, invalidLocale } from '../../errors.ts';
import type { CreateAttributeValidator } from '../../contract/server-dialect.ts';
import { createConstraintValidator } from './attribute-validator.ts';

interface Input {
  locale?: string | null;
  attributes: Record<string, unknown>;
}

/**
 * Wraps the resolvers of fields whose `input` has `attributes`: first the locales of the input and of its locale maps are
 * validated, then the attributes, and all errors are reported together. The resolver receives an input with a locale.
 */
export const withInputValidation = (
  schema: GraphQLSchema,
  createValidator: CreateAttributeValidator = createConstraintValidator,
): GraphQLSchema =>
  mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (field) => {
      const type = getAttributesType(field.args?.['input']?.type);
      if (!type) return undefined;
      const validator = createValidator(schema, type);
      const { resolve = defaultFieldResolver } = field;
      return {
        ...field,
        resolve(source: { id: number; componentId?: number }, args: { input: Input }, context: RequestContext, info) {
          const { input } = args;
          const { store } = context;
          const { locales, defaultLocale } = store.organization;
          const locale = input.locale ?? defaultLocale;
          const usedLocales = [locale, ...validator.localeMaps.flatMap((name) => keysOf(input.attributes[name]))];
          if (!usedLocales.every((code) => locales.includes(code))) throw invalidLocale();
          const componentId = getComponent(source, store).id;
          const attributeContext = { store, componentId, record: source, locale };
          const attributes = validator.normalize?.(input.attributes, attributeContext) ?? input.attributes;
          const errors = validator.validate(attributes, attributeContext);
          if (errors) throw invalidAttributes(errors);
          return resolve(source, { ...args, input: { ...input, locale, attributes } }, context, info);
        },
      };
    },
  });

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
