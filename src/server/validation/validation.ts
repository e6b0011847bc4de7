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
        resolve(source: { id: number; componentId?: number }, args: { input: Input }, context: RequestContext, info) {
          const { input } = args;
          const { store } = context;
          const { locales, defaultLocale } = store.organization;
          const locale = input.locale ?? defaultLocale;
          const used = [locale, ...rules.localeMaps.flatMap((name) => keysOf(input.attributes[name]))];
          if (!used.every((code) => locales.includes(code))) throw invalidLocale();
          const componentId = getComponent(source, store).id;
          const situation = { store, componentId, record: source, locale };
          const attributes = rules.normalize?.(input.attributes, situation) ?? input.attributes;
          const problems = rules.validate(attributes, situation);
          if (problems) throw invalidAttributes(problems);
          return resolve(source, { ...args, input: { ...input, locale, attributes } }, context, info);
        },
      };
    },
  });

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
