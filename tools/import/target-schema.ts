import { isJsonObject, textOf } from '../../src/client/json-value.ts';
import { objectsAt } from '../../src/client/query-target.ts';
import { limits } from './limits.ts';
import { type Field, type Line, type Selection, field, select } from './selection.ts';

/** How a field has to be read: not at all, without a selection, or as a text in several locales. */
type Form = 'absent' | 'scalar' | 'texts';

/** An error of a GraphQL response. */
export interface ResponseError {
  message: string;
  line: number | undefined;
  /** Where in the data it is, joined with dots; undefined for an error of the whole request. */
  path: string | undefined;
}

/** The selection of a text in several locales. */
export const textsSelection = select(
  'TranslatedField',
  field('translations', select('LocalizedString', 'locale', 'text')),
);

const typeOf = 'type { name kind ofType { name kind ofType { name kind ofType { name kind } } } }';
/** The query with which a schema describes itself, as far as the import needs it. */
export const introspectionQuery = `query plenumImport { __schema { types { name fields { name args { name } ${typeOf} } } } }`;

const isFragment = ({ name }: Field): boolean => name.startsWith('... on ');
const coordinate = (owner: string, { alias, name }: Field): string => `${owner}.${alias ? `${alias}:` : ''}${name}`;

/** What is known about the schema of a deployment: from introspection, and from the fields that it refused. */
export class TargetSchema {
  readonly #forms = new Map<string, Form>();
  #types: Map<string, Map<string, Record<string, unknown>>> | undefined;

  /** Takes over the response to the introspection query. Returns whether it describes a schema. */
  describe(data: unknown): boolean {
    const types = objectsAt(data, ['__schema', 'types']);
    if (types.length === 0) return false;
    this.#types = new Map(
      types.map((type) => [
        textOf(type['name']),
        new Map(
          objectsAt(type, ['fields']).map((each) => [
            textOf(each['name']),
            { ...namedType(each['type']), args: objectsAt(each, ['args']).map(({ name }) => name) },
          ]),
        ),
      ]),
    );
    return true;
  }

  /** The fields that were asked for and are not there, by coordinate. */
  get absent(): string[] {
    return [...this.#forms].filter(([, form]) => form === 'absent').map(([name]) => name);
  }

  /** The selection as the schema allows it, of a type that may have another name there; undefined if nothing of it is there. */
  prune({ type, fields }: Selection, actualType = 'Query'): Selection | undefined {
    const left = fields.flatMap((each): Field[] => {
      const form = this.#formOf(type, actualType, each);
      if (form === 'absent') return [];
      if (form === 'scalar') return [{ ...each, of: undefined }];
      if (form === 'texts') return [{ ...each, of: textsSelection }];
      if (!each.of) return [each];
      const of = this.prune(each.of, isFragment(each) ? each.of.type : this.#returnedType(actualType, each));
      return of ? [{ ...each, of }] : [];
    });
    return left.length > 0 ? { type, fields: left } : undefined;
  }

  /** Learns from the errors of a refused document. Returns whether there is something new. */
  learn(errors: readonly ResponseError[], lines: readonly Line[]): boolean {
    const before = this.#forms.size;
    for (const { message, line, path } of errors) {
      // The first line of the document is the operation.
      const found = line === undefined || path !== undefined ? undefined : lines[line - 2];
      if (found) this.forget(found, /selection/i.test(message));
    }
    return this.#forms.size > before;
  }

  /** Remembers that a field cannot be read, or not with this selection. */
  forget({ owner, field: refused }: Line, isSelectionWrong = false): void {
    const key = coordinate(owner, refused);
    if (!isSelectionWrong || isFragment(refused) || this.#forms.has(key)) this.#forms.set(key, 'absent');
    else this.#forms.set(key, refused.of ? 'scalar' : 'texts');
  }

  #returnedType(actualType: string, { name }: Field): string {
    return textOf(this.#types?.get(actualType)?.get(name)?.['name']);
  }

  #formOf(owner: string, actualType: string, each: Field): Form | undefined {
    const learned = this.#forms.get(coordinate(owner, each));
    if (learned || !this.#types || each.name === '__typename') return learned;
    if (isFragment(each)) return this.#types.has(each.of!.type) ? undefined : this.#note(owner, each);
    const returned = this.#types.get(actualType)?.get(each.name);
    const args = (returned?.['args'] ?? []) as unknown[];
    if (!returned || argumentNames(each).some((name) => !args.includes(name))) return this.#note(owner, each);
    const isObject = ['OBJECT', 'INTERFACE', 'UNION'].includes(textOf(returned['kind']));
    if (each.of && !isObject) return 'scalar';
    if (!each.of && isObject) return returned['name'] === 'TranslatedField' ? 'texts' : this.#note(owner, each);
    return undefined;
  }

  #note(owner: string, each: Field): Form {
    this.#forms.set(coordinate(owner, each), 'absent');
    return 'absent';
  }
}

const argumentNames = ({ args = '' }: Field): string[] =>
  [...args.matchAll(/(?<=^|, )(\w+): /g)].map(([, name]) => name!);

/** The type within lists and non-null types. */
function namedType(type: unknown): Record<string, unknown> {
  if (!isJsonObject(type)) return {};
  return isJsonObject(type['ofType']) ? namedType(type['ofType']) : type;
}

/** The errors of a response. */
export const errorsOf = (json: unknown): ResponseError[] =>
  objectsAt(json, ['errors']).map((error) => {
    const line = objectsAt(error, ['locations'])[0]?.['line'];
    const path = error['path'];
    return {
      message: textOf(error['message']).slice(0, limits.problemCharacters),
      line: typeof line === 'number' ? line : undefined,
      // Before the execution, graphql-ruby has a path in the document, whose first word is the operation.
      path: Array.isArray(path) && !textOf(path[0]).startsWith('query') ? path.map(textOf).join('.') : undefined,
    };
  });
