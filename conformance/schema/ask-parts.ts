import { absentField, askGroup, askSelections, groupQuestions, type ValidationError } from './ask-document.ts';
import { InputAsker } from './ask-inputs.ts';
import { type FoundParts, type Question, coordinateOf, selectionsOf, toQuestion } from './found-parts.ts';
import type { KnownParts } from './known-parts.ts';
import type { PoliteSender } from './polite-sender.ts';

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
    await new InputAsker(this.sender, this.known, this.found).ask();
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
    for (const group of groupQuestions(questions, weigh, coordinateOf))
      for (const { question, errors } of await askGroup(this.sender, group, printFields))
        this.#readField(question, errors ?? []);
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
}

const printFields = (group: readonly Question[]) => selectionsOf(group, ({ field }) => `${field} { ${absentField} }`);
