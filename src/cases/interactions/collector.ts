import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Actor } from '../../client/actor.ts';
import { type GraphQLErrorBody } from '../../client/invalid-attributes.ts';
import { parseJson, valueAt } from '../../client/json-value.ts';
import type { GraphQLRequest } from '../../contract/executor.ts';
import { parseDocument } from '../documents.ts';
import { placeholdersIn } from '../placeholders.ts';
import { findIdLocations, findIds } from '../drafts/record-ids.ts';
import { errorsIn, readAnswer } from './answer.ts';
import type { CreatingRequest, Interaction, NormalizedRequest, TestOnlyReason } from './interaction.ts';
import { addInteraction, sortInteractions } from './merge.ts';
import { normalizeRequest, operationTitle } from './normalize.ts';

/** An exchange of a client with the stand-in. */
export interface ClientExchange {
  request: Pick<GraphQLRequest, 'query' | 'operationName' | 'variables'>;
  role: Actor;
  /** Why nothing else can answer like this. */
  testOnly: TestOnlyReason[];
  /** Undefined if a fault left the client without a response. */
  response: { status: number; body: string } | undefined;
  /** What the request acted on: ids of records that were created in it are known in it only. */
  world: object;
}

/** The names of the records that were there before the first request. */
export interface RecordNames {
  /** The ids by the names that were given. */
  readonly placeholders: Record<string, string>;
  has(kind: string, id: string): boolean;
  nameOf(kind: string, id: string): string;
}

export interface CollectorOptions {
  schema: GraphQLSchema;
  references: RecordNames;
  /** Words that no person wrote, such as locales. */
  words: ReadonlySet<string>;
  /** The attributes that an error refuses, by their paths. */
  refusedAttributes(error: GraphQLErrorBody): readonly (readonly string[])[];
}

interface CreatedRecord {
  request: NormalizedRequest;
  kind: string;
  /** Where the response of the request has the id. */
  path: string;
}

/** Collects what clients ask, each distinct interaction once. */
export class InteractionCollector {
  readonly #options: CollectorOptions;
  /** The records that requests to a world created, by kind and id. */
  readonly #created = new WeakMap<object, Map<string, CreatedRecord>>();
  readonly #interactions = new Map<string, Interaction>();

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Sorted. */
  get interactions(): Interaction[] {
    return sortInteractions(this.#interactions);
  }

  get placeholders(): Record<string, string> {
    return this.#options.references.placeholders;
  }

  /** Adds an exchange. A document with a syntax error is left out: it is a text that a person wrote. */
  add({ request, role, testOnly, response, world }: ClientExchange): void {
    const document = parseDocument(String(request.query));
    if (!document) return;
    const { operationName, variables } = request;
    const { schema, words } = this.#options;
    const json = parseJson(response?.body ?? '');
    const errors = errorsIn(json);
    const created = this.#created.get(world) ?? new Map<string, CreatedRecord>();
    this.#created.set(world, created);
    const before = new Map<CreatedRecord, string>();
    const sentIds = new Set<string>();
    const sent = { role, document, operationName, variables: { ...variables }, isWritten: errors.length === 0 };
    const { request: normalized, textNames } = normalizeRequest(sent, {
      schema,
      isWord: (text) => words.has(text),
      nameOf: (kind, id) => {
        sentIds.add(`${kind} ${id}`);
        return this.#nameOf(kind, id, created, before);
      },
    });
    const reasons = new Set(testOnly);
    if (this.#dependsOnText(document, operationName, textNames, errors)) reasons.add('text');
    // What a created record needs itself is not sent again.
    if ([...before.keys()].some((each) => needsRecord(each.request))) reasons.add('record');
    const interaction: Interaction = {
      operation: operationTitle(document, operationName),
      ...normalized,
      ...(before.size > 0 && { before: creatingRequests(before) }),
      ...(reasons.size > 0 && { testOnly: [...reasons].toSorted() }),
      answers: response ? [readAnswer({ ...response, schema, document, operationName })] : [],
    };
    addInteraction(this.#interactions, interaction);
    if (isMutation(document, operationName) && reasons.size === 0)
      this.#noteCreated(created, sentIds, document, normalized, json);
  }

  #nameOf(
    kind: string,
    id: string,
    created: ReadonlyMap<string, CreatedRecord>,
    before: Map<CreatedRecord, string>,
  ): string {
    const record = created.get(`${kind} ${id}`);
    if (!record) return this.#options.references.nameOf(kind, id);
    const sameKind = [...before.keys()].filter((each) => each.kind === kind && each !== record).length;
    const name = before.get(record) ?? `new${kind}${sameKind === 0 ? '' : sameKind + 1}`;
    before.set(record, name);
    return name;
  }

  #noteCreated(
    created: Map<string, CreatedRecord>,
    sentIds: ReadonlySet<string>,
    document: DocumentNode,
    request: NormalizedRequest,
    json: unknown,
  ): void {
    const { schema, references } = this.#options;
    const { response } = findIdLocations(schema, document, request.operationName);
    for (const { kind, id, path } of findIds(valueAt(json, ['data']), response)) {
      const key = `${kind} ${id}`;
      if (created.has(key) || sentIds.has(key) || references.has(kind, id)) continue;
      created.set(key, { request, kind, path });
    }
  }

  /** Whether the answer follows from a text, which the contract does not have: a search, or a text that is refused. */
  #dependsOnText(
    document: DocumentNode,
    operationName: string | null | undefined,
    textNames: ReadonlySet<string>,
    errors: GraphQLErrorBody[],
  ): boolean {
    if (textNames.size === 0) return false;
    if (!isMutation(document, operationName)) return true;
    const refused = errors.flatMap((error) => this.#options.refusedAttributes(error)).flat();
    return refused.some((name) => textNames.has(name));
  }
}

const isMutation = (document: DocumentNode, operationName: string | null | undefined): boolean =>
  getOperationAST(document, operationName)?.operation === 'mutation';

const needsRecord = ({ variables, document }: NormalizedRequest): boolean =>
  placeholdersIn([variables ?? {}, document]).some((name) => /^new[A-Z]/.test(name));

const creatingRequests = (records: ReadonlyMap<CreatedRecord, string>): CreatingRequest[] => {
  const requests = new Map<NormalizedRequest, CreatingRequest>();
  for (const [{ request, path }, name] of records) {
    const before = requests.get(request);
    requests.set(request, { ...request, capture: { ...before?.capture, [name]: path } });
  }
  return [...requests.values()];
};
