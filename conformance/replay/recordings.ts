import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { compileSchema, compileSchemaFile, firstSchemaError, readValidatedJson } from '../../src/client/json-schema.ts';
import type { TargetRequest } from '../../src/client/http-message.ts';
import { type GraphqlOperation, readOperation } from '../../src/client/intent.ts';
import { isJsonObject, parseJson, textOf, valueAt } from '../../src/client/json-value.ts';
import type { RecordedExchange, RecordedResponse, RecordedServer } from '../../src/client/recording.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { namedWorlds } from '../../src/records/named-worlds.ts';
import { readJson } from '../../src/read-json.ts';
import type { Waiver } from '../model.ts';
import { areWaivers } from '../verdict.ts';

/** An exchange to replay. */
export interface ReplayedExchange extends RecordedExchange {
  /** The document that describes the response data, if it is not the document of the request. */
  document?: string;
  /** The lists whose records may be others with members of the same types, as paths such as `data.component.meetings.nodes`. */
  otherRecords?: string[];
  /** Reduces a received response to the part that was recorded; without it, the whole response was recorded. */
  selectRecordedPart?(response: RecordedResponse): RecordedResponse;
  /** Why it cannot be replayed. */
  problem?: string;
}

/** In which world and when a sequence was recorded, and how it is known to differ. */
export interface ReplaySettings extends RecordedServer {
  /** By names of exchanges. */
  waivers?: Waiver[];
  /**
   * Pages, by the name of an exchange and the path of the list, that have other records each time: their list has no order, and a
   * database returns it as it was last written.
   */
  otherRecords?: { id: string; path: string; reason: string }[];
}

/** Exchanges that are replayed in order on one server. */
export interface Sequence {
  /** The name of the folder or file. */
  name: string;
  settings: ReplaySettings;
  exchanges: ReplayedExchange[];
  /** The folder `world` of a folder of recordings: what the recorded server had in place of records of the world, if it exists. */
  changesFolder?: string;
}

/** A recorded request in the form in which it is sent, with the headers of the recording. */
export function requestOf({ request }: Pick<ReplayedExchange, 'request'>): TargetRequest {
  const { method, path, headers, json, text } = request;
  const body = json === undefined ? text : JSON.stringify(json);
  return { method, path: path.replace(/^\/api/, ''), headers, ...(body !== undefined && { body }) };
}

/** The GraphQL operation that an exchange asks for; its document is empty if it asks for none. */
export const operationOf = (exchange: ReplayedExchange): GraphqlOperation => readOperation(requestOf(exchange));

const isExchange = compileSchemaFile<RecordedExchange>(new URL('recorded-exchange.schema.json', import.meta.url));
const text = { type: 'string', minLength: 1 };
const areSettings = compileSchema<ReplaySettings>({
  type: 'object',
  additionalProperties: false,
  properties: {
    dialect: text,
    world: text,
    startTime: text,
    waivers: areWaivers.schema,
    otherRecords: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'path', 'reason'],
        properties: { id: text, path: { type: 'string', pattern: '^data\\.' }, reason: text },
      },
    },
  },
});

const settingsFile = 'replay.json';

/**
 * Reads the exchanges of a folder, of a file of exchanges, or of a HAR file, in the order of their recording. A CommandError names
 * the file and what is wrong with it.
 */
export function readSequence(path: string): Sequence {
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const settingsPath = join(folder, settingsFile);
  const settings = existsSync(settingsPath) ? readValidatedJson(settingsPath, areSettings, 'the file') : {};
  const exchanges: ReplayedExchange[] = isFolder
    ? readFolder(path)
    : path.endsWith('.har')
      ? readHar(path)
      : readList(path, isExchange);
  const ordered = isFolder ? exchanges : exchanges.toSorted((a, b) => a.order - b.order);
  for (const member of ['order', 'name'] as const) assertUnique(ordered, member, path);
  markOtherRecords(ordered, settings, settingsPath);
  return {
    name: basename(resolve(path)).replace(/\.(json|har)$/, ''),
    settings: withWorldFolder({ ...ordered[0]?.server, ...settings }, folder),
    exchanges: ordered,
    ...(isFolder && { changesFolder: join(path, 'world') }),
  };
}

const withWorldFolder = ({ world, ...settings }: ReplaySettings, folder: string): ReplaySettings => ({
  ...settings,
  ...(world !== undefined && { world: namedWorlds.includes(world) ? world : resolve(folder, world) }),
});

function readFolder(folder: string): ReplayedExchange[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== settingsFile)
    .toSorted();
  if (files.length === 0)
    throw new CommandError(`${folder} contains no .json files with recorded exchanges`, exitCodes.usage);
  return files.flatMap((file) => readList(join(folder, file), isExchange)).toSorted((a, b) => a.order - b.order);
}

/** Reads a file with a list of records. A CommandError names the file, the record and what is wrong with it. */
export function readList<T>(file: string, validate: ValidateFunction<T>): T[] {
  const list = readJson(file, exitCodes.usage);
  if (!Array.isArray(list)) throw new CommandError(`${file}: the file must contain an array`, exitCodes.usage);
  return list.map((value: unknown, index) => {
    if (validate(value)) return value;
    const title = textOf(valueAt(value, ['name'])) || textOf(valueAt(value, ['record']));
    const record = `record ${index + 1}${title ? ` (${title})` : ''}`;
    throw new CommandError(`${file}: ${record}: ${firstSchemaError(validate, 'the record')}`, exitCodes.usage);
  });
}

function markOtherRecords(exchanges: ReplayedExchange[], { otherRecords = [] }: ReplaySettings, file: string): void {
  for (const { id, path } of otherRecords) {
    const exchange = exchanges.find(({ name }) => name === id);
    if (!exchange) throw new CommandError(`${file}: otherRecords: there is no exchange ${id}`, exitCodes.usage);
    if (!Array.isArray(valueAt(exchange.response.json, path.split('.'))))
      throw new CommandError(`${file}: otherRecords: the response of ${id} has no list at ${path}`, exitCodes.usage);
    exchange.otherRecords = [...(exchange.otherRecords ?? []), path];
  }
}

function assertUnique(exchanges: RecordedExchange[], member: 'order' | 'name', path: string): void {
  const seen = new Map<unknown, RecordedExchange>();
  for (const exchange of exchanges) {
    const other = seen.get(exchange[member]);
    if (other) {
      const message = `${path}: ${other.name} and ${exchange.name} have the same ${member} ${exchange[member]}`;
      throw new CommandError(message, exitCodes.usage);
    }
    seen.set(exchange[member], exchange);
  }
}

/** Whether JSON is a GraphQL request, or names a persisted one. */
const isGraphQL = (value: unknown): boolean =>
  isJsonObject(value) &&
  (typeof value['query'] === 'string' || valueAt(value, ['extensions', 'persistedQuery']) !== undefined);

/** The document, or batch of documents, that an entry of a HAR file sends to a GraphQL API; undefined for another request. */
function graphqlBodyOf(request: unknown): unknown {
  const url = textOf(valueAt(request, ['url']));
  if (!URL.canParse(url)) return undefined;
  const { pathname, searchParams } = new URL(url);
  if (valueAt(request, ['method']) === 'GET') {
    const query = searchParams.get('query');
    if (query === null && !searchParams.has('extensions')) return undefined;
    const [variables, extensions] = ['variables', 'extensions'].map((name) => parseJson(searchParams.get(name) ?? ''));
    const operationName = searchParams.get('operationName');
    return {
      ...(query !== null && { query }),
      ...(operationName !== null && { operationName }),
      variables,
      extensions,
    };
  }
  const posted = valueAt(request, ['postData']);
  const content = textOf(valueAt(posted, ['text']));
  const isBase64 = valueAt(posted, ['encoding']) === 'base64';
  const json = parseJson(isBase64 ? Buffer.from(content, 'base64').toString() : content);
  const isApi = /\/(api|graphql)\b/.test(pathname);
  return isGraphQL(json) || (Array.isArray(json) && json.some(isGraphQL)) || isApi ? json : undefined;
}

/** The instant at which a request was sent, in milliseconds; 0 if it is unknown. */
const timeOf = (entry: unknown): number => Date.parse(textOf(valueAt(entry, ['startedDateTime']))) || 0;

const hashOf = (body: unknown): string => textOf(valueAt(body, ['extensions', 'persistedQuery', 'sha256Hash']));

/**
 * Reads the GraphQL requests that a browser sent, in the order of their time. A persisted query has the document that another entry has.
 * Nothing secret is read.
 */
function readHar(file: string): ReplayedExchange[] {
  const har = readJson(file, exitCodes.usage);
  const entries = valueAt(har, ['log', 'entries']);
  if (!Array.isArray(entries))
    throw new CommandError(`${file}: expected log.entries, as in a HAR file`, exitCodes.usage);
  const sent = entries
    .toSorted((a: unknown, b: unknown) => timeOf(a) - timeOf(b))
    .flatMap((entry: unknown) => {
      const body = graphqlBodyOf(valueAt(entry, ['request']));
      return body === undefined ? [] : [{ entry, body }];
    });
  if (sent.length === 0) throw new CommandError(`${file} has no request to a GraphQL API`, exitCodes.usage);
  const persisted = new Map(
    sent.flatMap(({ body }) => {
      const query = valueAt(body, ['query']);
      return typeof query === 'string' ? [[hashOf(body), query] as const] : [];
    }),
  );
  return sent.map(({ entry, body }, index) => {
    const query = textOf(valueAt(body, ['query'])) || (hashOf(body) === '' ? undefined : persisted.get(hashOf(body)));
    const json = isJsonObject(body) && query !== undefined ? { ...body, query, extensions: undefined } : body;
    const response = responseOfEntry(valueAt(entry, ['response']));
    const problem = problemOf(body, query, response);
    return {
      name: `har/${index + 1}-${textOf(valueAt(body, ['operationName'])) || 'request'}`,
      order: index + 1,
      actor: 'anonymous',
      request: { method: 'POST', path: '/api', headers: { 'content-type': 'application/json' }, json },
      response,
      ...(problem !== undefined && { problem }),
    };
  });
}

/** Why a request of a HAR file cannot be replayed. */
function problemOf(body: unknown, query: string | undefined, { status }: RecordedResponse): string | undefined {
  if (!(status >= 100)) return 'the file has no response to it';
  if (Array.isArray(body)) return 'it is a batch, which is not replayed';
  if (query !== undefined) return undefined;
  return hashOf(body) === '' ? 'it has no document' : 'it is a persisted query whose document the file does not have';
}

/** The response of an entry; without the body if the file does not have it. */
function responseOfEntry(response: unknown): RecordedResponse {
  const content = valueAt(response, ['content']);
  const [saved, encoding, mimeType] = ['text', 'encoding', 'mimeType'].map((name) => valueAt(content, [name]));
  const headers = { 'content-type': textOf(mimeType).split(';')[0]! };
  const status = Number(valueAt(response, ['status']));
  if (typeof saved !== 'string') return { status, headers };
  const body = encoding === 'base64' ? Buffer.from(saved, 'base64').toString() : saved;
  const received = parseJson(body);
  return { status, headers, ...(isJsonObject(received) ? { json: received } : { text: body }) };
}
