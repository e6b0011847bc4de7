import { isCompositeType } from 'graphql';
import { absentField, askSelections, groupQuestions, type ValidationError, wrongValue } from './ask-document.ts';
import type { KnownParts } from './known-parts.ts';
import type { PoliteSender } from './polite-sender.ts';

/** What validation says of a part. */
export type Presence = 'present' | 'absent' | 'unknown';

/** What a deployment has of the known parts, by schema coordinate, as far as validation tells. */
export interface FoundParts {
  /** Object types and interfaces. */
  types: Map<string, Presence>;
  fields: Map<string, Presence>;
  /** The name of the type of each field that is present. */
  fieldTypes: Map<string, string>;
  /** Fields that no known release has, which the server suggested. */
  suggested: Set<string>;
  arguments: Map<string, Presence>;
  inputFields: Map<string, Presence>;
  /** The types of arguments and input fields, such as `[ID!]`, where validation names them. */
  inputTypes: Map<string, string>;
  enumValues: Map<string, Presence>;
}

interface Question {
  typeName: string;
  field: string;
}

const name = /^[_A-Za-z]\w{0,200}$/;

/** Asks a deployment for every part of the known releases. `expected` are the types that its release has. */
export class PartAsker {
  readonly found: FoundParts = {
    types: new Map(),
    fields: new Map(),
    fieldTypes: new Map(),
    suggested: new Set(),
    arguments: new Map(),
    inputFields: new Map(),
    inputTypes: new Map(),
    enumValues: new Map(),
  };

  constructor(
    readonly sender: PoliteSender,
    readonly known: KnownParts,
  ) {}

  async ask(expected: readonly string[]): Promise<FoundParts> {
    const { types } = this.found;
    const candidates = this.known.compositeTypes();
    await this.#askReachable(['Query']);
    await this.#askTypes(candidates.filter((each) => !types.has(each) && expected.includes(each)));
    // Naming an unknown type hides the answers about all others, and these are probably unknown.
    for (const each of candidates) if (!types.has(each)) await this.#askTypes([each]);
    await this.#askFields([...this.found.suggested].map(toQuestion));
    await this.#askArguments();
    await this.#askInputs();
    await this.#askEnums();
    return this.found;
  }

  /** Asks for the fields of types that exist, and of the types that these fields have. */
  async #askReachable(typeNames: readonly string[]): Promise<void> {
    let next = typeNames;
    while (next.length > 0) {
      for (const typeName of next) this.found.types.set(typeName, 'present');
      await this.#askFields(next.flatMap((typeName) => this.#questionsOf(typeName)));
      const reached = new Set(this.found.fieldTypes.values());
      next = [...reached].filter((each) => !this.found.types.has(each) && this.known.fields(each).length > 0);
    }
  }

  /** Asks for types that may not exist, and halves those that are refused together. */
  async #askTypes(typeNames: readonly string[]): Promise<void> {
    const asked = typeNames.filter((each) => !this.found.types.has(each));
    if (asked.length === 0) return;
    const answer = await askSelections(
      this.sender,
      asked.map((each) => [each, '__typename']),
    );
    if (Array.isArray(answer)) return this.#askReachable(asked);
    if (asked.length === 1) {
      this.found.types.set(asked[0]!, answer === 'cut' ? 'unknown' : 'absent');
      return;
    }
    const half = Math.ceil(asked.length / 2);
    await this.#askTypes(asked.slice(0, half));
    await this.#askTypes(asked.slice(half));
  }

  #questionsOf(typeName: string): Question[] {
    return this.known.fields(typeName).map((field) => ({ typeName, field: field.name }));
  }

  /** Asks for fields of types that exist. A field that exists is an error too, which names its type. */
  async #askFields(questions: readonly Question[]): Promise<void> {
    // A required argument that is missing is an error of its own.
    const weigh = ({ typeName, field }: Question) =>
      this.known.arguments(typeName, field).some(({ type }) => String(type).endsWith('!')) ? 2 : 1;
    for (const group of groupQuestions(questions, weigh, coordinateOf)) await this.#askGroup(group);
  }

  async #askGroup(group: readonly Question[]): Promise<void> {
    const answer = await askSelections(
      this.sender,
      selectionsOf(group, ({ field }) => `${field} { ${absentField} }`),
    );
    if (answer === 'cut' && group.length > 1) {
      await this.#askGroup(group.slice(0, group.length / 2));
      return this.#askGroup(group.slice(group.length / 2));
    }
    const errors = Array.isArray(answer) ? answer : [];
    for (const question of group) this.#readField(question, errors);
  }

  #readField(question: Question, errors: readonly ValidationError[]): void {
    const { typeName, field } = question;
    const coordinate = coordinateOf(question);
    const { fields, fieldTypes } = this.found;
    const own = errors.filter(({ path }) => path[0] === `... on ${typeName}` && path[1] === field);
    const absent = own.find(({ code, path }) => code === 'undefinedField' && path.length === 2);
    if (absent) {
      fields.set(coordinate, 'absent');
      for (const [, suggestion = ''] of absent.message.matchAll(/`(\w+)`/g))
        if (name.test(suggestion) && !this.known.fields(typeName).some((each) => each.name === suggestion))
          this.found.suggested.add(`${typeName}.${suggestion}`);
      return;
    }
    const leaf = own.find(({ code, path }) => code === 'selectionMismatch' && path.length === 2);
    const inner = own.find(({ path }) => path[2] === absentField);
    // The error about a union names it in another member.
    const type = (leaf ?? inner)?.member('typeName') || inner?.member('nodeName');
    fields.set(coordinate, type ? 'present' : 'unknown');
    if (type && name.test(type)) fieldTypes.set(coordinate, type);
  }

  /** Asks for the arguments of the fields that exist. */
  async #askArguments(): Promise<void> {
    const questions = [...this.found.fields]
      .filter(([, presence]) => presence === 'present')
      .map(([coordinate]) => toQuestion(coordinate))
      .filter(({ typeName, field }) => this.known.arguments(typeName, field).length > 0);
    const namesOf = ({ typeName, field }: Question) => this.known.arguments(typeName, field).map((each) => each.name);
    for (const group of groupQuestions(questions, (each) => namesOf(each).length + 1, coordinateOf)) {
      const literals = (each: Question) =>
        namesOf(each)
          .map((argument) => `${argument}: ${wrongValue}`)
          .join(', ');
      const answer = await askSelections(
        this.sender,
        selectionsOf(group, (each) => `${each.field}(${literals(each)})${this.#selectionOf(each)}`),
      );
      for (const question of group)
        for (const argument of namesOf(question)) {
          const found = Array.isArray(answer)
            ? readInput(answer, [`... on ${question.typeName}`, question.field, argument])
            : undefined;
          this.#note(this.found.arguments, `${coordinateOf(question)}(${argument}:)`, found);
        }
    }
  }

  /** Asks for the members of the input types that the arguments have, and of those that their members have. */
  async #askInputs(): Promise<void> {
    const asked = new Set<string>();
    let sites = [...this.found.arguments].flatMap(([coordinate, presence]) => {
      const [, typeName = '', field = '', argument = ''] = /^(\w+)\.(\w+)\((\w+):\)$/.exec(coordinate) ?? [];
      return presence === 'present' ? [{ typeName, field, inputs: [argument], coordinate }] : [];
    });
    while (sites.length > 0) {
      const open = sites.flatMap((site) => {
        const input = this.#inputTypeOf(site);
        if (input === undefined || asked.has(input)) return [];
        asked.add(input);
        return [{ ...site, input, members: this.known.inputFields(input).map((each) => each.name) }];
      });
      const next: typeof sites = [];
      for (const group of groupQuestions(open, ({ members }) => members.length + 2, coordinateOf)) {
        const answer = await askSelections(
          this.sender,
          selectionsOf(group, ({ typeName, field, inputs, members }) => {
            const object = `{ ${members.map((each) => `${each}: ${wrongValue}`).join(', ')} }`;
            const literal = inputs.slice(1).reduceRight((value, each) => `{ ${each}: ${value} }`, object);
            return `${field}(${inputs[0]!}: ${literal})${this.#selectionOf({ typeName, field })}`;
          }),
        );
        for (const { typeName, field, inputs, input, members } of group)
          for (const member of members) {
            const path = [`... on ${typeName}`, field, ...inputs, member];
            const found = Array.isArray(answer) ? readInput(answer, path) : undefined;
            const coordinate = `${input}.${member}`;
            this.#note(this.found.inputFields, coordinate, found);
            if (found && found !== 'absent') next.push({ typeName, field, inputs: [...inputs, member], coordinate });
          }
      }
      sites = next;
    }
  }

  #inputTypeOf({ coordinate }: { coordinate: string }): string | undefined {
    const type = this.found.inputTypes.get(coordinate)?.replaceAll(/[[\]!]/g, '');
    return type !== undefined && this.known.inputFields(type).length > 0 ? type : undefined;
  }

  #selectionOf({ typeName, field }: Question): string {
    const type = this.found.fieldTypes.get(`${typeName}.${field}`) ?? '';
    const isComposite = this.known.schemas.some((schema) => isCompositeType(schema.getType(type)));
    return isComposite ? ' { __typename }' : '';
  }

  #note(list: Map<string, Presence>, coordinate: string, found: ReturnType<typeof readInput> | undefined): void {
    list.set(coordinate, found === undefined ? 'unknown' : found === 'absent' ? 'absent' : 'present');
    if (typeof found === 'object' && found.type !== undefined) this.found.inputTypes.set(coordinate, found.type);
  }

  /** Asks for the values of the enums that fields, arguments and inputs have, as defaults of variables. */
  async #askEnums(): Promise<void> {
    const { fieldTypes, inputTypes, enumValues } = this.found;
    const named = [...fieldTypes.values(), ...inputTypes.values()].map((each) => each.replaceAll(/[[\]!]/g, ''));
    const values = [...new Set(named)].flatMap((type) => this.known.enumValues(type).map((value) => ({ type, value })));
    for (const group of groupQuestions(
      values,
      () => 2,
      ({ type, value }) => `${type}.${value}`,
    )) {
      const variables = group.map(({ type, value }, index) => `$v${index}: ${type} = ${value}`).join(', ');
      const answer = await askSelections(this.sender, [], `(${variables})`);
      for (const [index, { type, value }] of group.entries()) {
        const isWrong =
          Array.isArray(answer) &&
          answer.some((each) => each.code === 'defaultValueInvalidType' && each.member('variableName') === `v${index}`);
        enumValues.set(`${type}.${value}`, !Array.isArray(answer) ? 'unknown' : isWrong ? 'absent' : 'present');
      }
    }
  }
}

const coordinateOf = ({ typeName, field }: Question): string => `${typeName}.${field}`;
const toQuestion = (coordinate: string): Question => {
  const [typeName = '', field = ''] = coordinate.split('.');
  return { typeName, field };
};

/** The selections of questions, by type. */
function selectionsOf<T extends Question>(questions: readonly T[], print: (question: T) => string): [string, string][] {
  const byType = new Map<string, string[]>();
  for (const each of questions) byType.set(each.typeName, [...(byType.get(each.typeName) ?? []), print(each)]);
  return [...byType].map(([typeName, texts]) => [typeName, texts.join(' ')]);
}

/** What the errors say of an argument or a member of an input at a path: no error means that it has the wrong value. */
function readInput(errors: readonly ValidationError[], path: readonly string[]): 'absent' | { type?: string } {
  const own = errors.filter((each) => each.path.join('\n') === path.join('\n'));
  if (own.some(({ code }) => code === 'argumentNotAccepted')) return 'absent';
  const type = own.map(({ message }) => /Expected type '([\w[\]!]{1,200})'/.exec(message)?.[1]).find(Boolean);
  return type === undefined ? {} : { type };
}
