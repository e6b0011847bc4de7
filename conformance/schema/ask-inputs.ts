import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isCompositeType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { type ValidationError, askGroup, askSelections, groupQuestions, wrongValue } from './ask-document.ts';
import {
  type FoundParts,
  type Presence,
  type Question,
  coordinateOf,
  selectionsOf,
  toQuestion,
} from './found-parts.ts';
import type { KnownParts } from './known-parts.ts';
import type { PoliteSender } from './polite-sender.ts';

/** Asks a deployment for the arguments, members of inputs and values of enums of the fields that were found. */
export class InputAsker {
  constructor(
    readonly sender: PoliteSender,
    readonly known: KnownParts,
    readonly found: FoundParts,
  ) {}

  async ask(): Promise<void> {
    await this.#askArguments();
    await this.#askInputs();
    await this.#askEnums();
  }

  /** Asks for the arguments of the fields that exist. */
  async #askArguments(): Promise<void> {
    const questions = [...this.found.fields]
      .filter(([, presence]) => presence === 'present')
      .map(([coordinate]) => toQuestion(coordinate))
      .filter(({ typeName, field }) => this.known.arguments(typeName, field).length > 0);
    const argumentsOf = ({ typeName, field }: Question) => this.known.arguments(typeName, field);
    const print = (group: readonly Question[]) =>
      selectionsOf(
        group,
        (each) => `${each.field}(${membersWithWrongValues(argumentsOf(each))})${this.#selectionOf(each)}`,
      );
    for (const group of groupQuestions(questions, (each) => argumentsOf(each).length + 1, coordinateOf))
      for (const { question, errors } of await askGroup(this.sender, group, print))
        for (const { name } of argumentsOf(question)) {
          const found = errors && readInput(errors, [`... on ${question.typeName}`, question.field, name]);
          this.#note(this.found.arguments, `${coordinateOf(question)}(${name}:)`, found);
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
        return [{ ...site, input, members: this.known.inputFields(input) }];
      });
      const print = (group: readonly (typeof open)[number][]) =>
        selectionsOf(group, ({ typeName, field, inputs, members }) => {
          const object = `{ ${membersWithWrongValues(members)} }`;
          const literal = inputs.slice(1).reduceRight((value, each) => `{ ${each}: ${value} }`, object);
          return `${field}(${inputs[0]!}: ${literal})${this.#selectionOf({ typeName, field })}`;
        });
      const next: typeof sites = [];
      for (const group of groupQuestions(open, ({ members }) => members.length + 2, coordinateOf))
        for (const { question, errors } of await askGroup(this.sender, group, print)) {
          const { typeName, field, inputs, input, members } = question;
          for (const { name } of members) {
            const found = errors && readInput(errors, [`... on ${typeName}`, field, ...inputs, name]);
            const coordinate = `${input}.${name}`;
            this.#note(this.found.inputFields, coordinate, found);
            if (found && found !== 'absent') next.push({ typeName, field, inputs: [...inputs, name], coordinate });
          }
        }
      sites = next;
    }
  }

  #inputTypeOf({ coordinate }: { coordinate: string }): string | undefined {
    const printed = this.found.inputTypes.get(coordinate);
    const type = printed && namedTypeIn(printed);
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
    const named = [...fieldTypes.values(), ...inputTypes.values()].map(namedTypeIn);
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

/** The named type of a printed one: `ID` of `[ID!]`. */
const namedTypeIn = (printed: string): string => printed.replaceAll(/[[\]!]/g, '');

/** Members of an object or arguments with values that are wrong for their types. Scalars of the platform fail with some values. */
const membersWithWrongValues = (members: readonly (GraphQLArgument | GraphQLInputField)[]): string =>
  members
    .map(({ name, type }) => {
      const named = getNamedType(type);
      return `${name}: ${isScalarType(named) && !isSpecifiedScalarType(named) ? 'null' : wrongValue}`;
    })
    .join(', ');

/** What the errors say of an argument or a member of an input at a path: no error means that it has the wrong value. */
function readInput(errors: readonly ValidationError[], path: readonly string[]): 'absent' | { type?: string } {
  const own = errors.filter((each) => each.path.join('\n') === path.join('\n'));
  if (own.some(({ code }) => code === 'argumentNotAccepted')) return 'absent';
  const type = own.map(({ message }) => /Expected type '([\w[\]!]{1,200})'/.exec(message)?.[1]).find(Boolean);
  return type === undefined ? {} : { type };
}
