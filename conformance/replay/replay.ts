import type { GraphQLSchema } from 'graphql';
import { demoPlaceholders, demoWorldFolder } from '../../src/cases/demo-world.ts';
import { schemaOf } from '../../src/client/dialect-schema.ts';
import { parseDocument } from '../../src/client/parse-document.ts';
import { type Actor, tokenVariable } from '../../src/client/actor.ts';
import { type Permission, permit } from '../../src/client/door.ts';
import { intentOf } from '../../src/client/intent.ts';
import { readTargetFile } from '../../src/client/target-file.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import type { RecordedActor, RecordedResponse } from '../../src/client/recording.ts';
import { createRedactor, redactValue } from '../../src/client/redactor.ts';
import { coordinateOf, idsAbove, selectedFields, writingFields } from '../../src/client/selection.ts';
import { type Mode, NotSentError, type Target, withCommandErrors } from '../../src/client/target.ts';
import { isDialectName, suiteDialectByName, suiteDialects } from '../../src/dialects/dialects.ts';
import { releaseIn } from '../../src/dialects/suite-dialect.ts';
import { worldFolder } from '../../src/records/named-worlds.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { openDeployment } from '../../src/targets/open-target.ts';
import { missingInDialect } from '../applicability.ts';
import { ChangeableRecords, recordsChangedBy } from '../changeable-records.ts';
import { type ConformanceOptions, chooseMode } from '../index.ts';
import type { Change, Report, Result, Waiver } from '../model.ts';
import { type Scenario, type StepRequest, runScenarios } from '../run.ts';
import { buildReport } from '../verdict.ts';
import { Client } from './client.ts';
import { type Match, compareResponses } from './compare.ts';
import { type ReplayedExchange, type Sequence, operationOf, readSequence, requestOf } from './recordings.ts';

type CommonOptions =
  | 'url'
  | 'environment'
  | 'requestIntervalMs'
  | 'onWait'
  | 'mode'
  | 'confirmedHost'
  | 'signal'
  | 'onNotice';

/** Where and how recorded exchanges are replayed. */
export interface ReplayOptions extends Pick<ConformanceOptions, CommonOptions> {
  /** A target file; with `url`, the requests go there in place of its URL. */
  targetFile?: string;
  /** Default: that of the recordings, or else `specification`. */
  dialect?: string;
  /** The world of a stand-in in this process. Default: that of the recordings, or else the demo world. */
  world?: string;
  /** Who sends requests without an actor. Default: nobody. */
  as?: Exclude<Actor, 'stranger'>;
  match?: Match;
  /** A dialect, target file or URL whose responses are compared in place of the recorded ones. */
  against?: string;
  waivers?: Waiver[];
  onResult?: (result: Result, total: number) => void;
}

/** Replays folders and files of recorded exchanges, each on a server of its own unless a server is given, and compares the responses. */
export async function replayRecordings(paths: readonly string[], options: ReplayOptions = {}): Promise<Report> {
  return replaySequences(paths.map(readSequence), options);
}

/** Replays sequences that were read, like `replayRecordings`. */
export async function replaySequences(sequences: readonly Sequence[], options: ReplayOptions = {}): Promise<Report> {
  const { url, targetFile } = options;
  const startedAt = new Date();
  const results: Result[] = [];
  const waivers: Waiver[] = [];
  const opened: Target[] = [];
  const secrets = () => opened.flatMap((each) => each.secrets());
  let mode: Mode | undefined = options.mode;
  let last: Target | undefined;
  let sides: Report['sides'];
  for (const sequence of sequences) {
    const target = await openTarget(sequence, { ...options, server: targetFile ?? url });
    const other =
      options.against === undefined
        ? undefined
        : await openTarget(sequence, { ...options, server: options.against, url: undefined });
    const servers: [Target, ...Target[]] = [target, ...(other ? [other] : [])];
    opened.push(...servers);
    if (other) sides = { expected: nameOf(other), received: nameOf(target) };
    last = target;
    try {
      await withCommandErrors({ url: target.url, secrets }, async () => {
        mode ??= await chooseModeOf(servers, options.onNotice);
        results.push(...(await replaySequence(sequence, servers, { ...options, mode, total: totalOf(sequences) })));
      });
      waivers.push(
        ...(sequence.settings.waivers ?? []).map((each) => ({ ...each, id: `${sequence.name}/${each.id}` })),
      );
    } finally {
      await target.close();
      await other?.close();
    }
  }
  const report = buildReport({
    target: last!,
    sides,
    startedAt,
    mode: mode!,
    scope: { subject: 'exchange', isInterrupted: options.signal?.aborted === true },
    // A folder has a row for each of its groups, and several folders have a row for each folder.
    results: sequences.length > 1 ? results.map((each) => ({ ...each, group: each.id.split('/')[0]! })) : results,
    waivers: [...waivers, ...(options.waivers ?? [])],
  });
  return redactValue(report, createRedactor(secrets));
}

/** The mode in which every server gets the same requests. */
async function chooseModeOf(servers: readonly Target[], onNotice: (text: string) => void = () => {}): Promise<Mode> {
  const modes: Mode[] = [];
  for (const each of servers) modes.push(await chooseMode(each, onNotice));
  return modes.find((each) => each !== 'write') ?? 'write';
}

const totalOf = (sequences: readonly Sequence[]): number =>
  sequences.reduce((sum, { exchanges }) => sum + exchanges.length, 0);

/** Opens a server: a URL, a target file or a dialect; without one, a stand-in with the world and at the time of the recordings. */
async function openTarget(
  { settings, changesFolder }: Sequence,
  {
    server,
    url,
    dialect,
    world,
    environment = {},
    requestIntervalMs,
    onWait,
  }: Omit<ReplayOptions, 'url'> & { server?: string | undefined; url?: string | undefined },
): Promise<Target> {
  const name = dialect ?? settings.dialect ?? 'specification';
  const options = { environment, timeoutMs: 30_000, requestIntervalMs, patience: { onWait }, mayBeAnonymous: true };
  if (isTargetFile(server))
    return openDeployment({ ...readTargetFile(server), ...(url !== undefined && { url }) }, options);
  if (server !== undefined && isUrl(server)) return openDeployment({ url: server, dialect: name }, options);
  const chosen = world ?? settings.world;
  const target = await startInProcessTarget({
    dialect: server ?? name,
    worldFolder: chosen === undefined || chosen === 'demo' ? demoWorldFolder : worldFolder(chosen),
    // Servers that are compared with each other have the same records.
    worldDialect: releaseIn(settings.dialect ?? name),
    ...(changesFolder !== undefined && { changesFolder }),
    ...(settings.startTime !== undefined && { startTime: Date.parse(settings.startTime) }),
  });
  await target.reset!();
  return target;
}

/** What a report calls a server: a stand-in in this process by its dialect. */
const nameOf = ({ url, dialect, reset }: Target): string => (reset ? dialect.name : url);

const isUrl = (server: string): boolean => /^https?:/.test(server);
const isTargetFile = (server: string | undefined): server is string =>
  server !== undefined && !isUrl(server) && !isDialectName(server);

interface SequenceOptions extends ReplayOptions {
  mode: Mode;
  total: number;
}

async function replaySequence(
  sequence: Sequence,
  servers: readonly [Target, ...Target[]],
  {
    mode,
    match = 'whole',
    as = 'anonymous',
    targetFile,
    against,
    confirmedHost,
    onNotice = () => {},
    signal,
    total,
    onResult,
  }: SequenceOptions,
): Promise<Result[]> {
  const [target] = servers;
  const recorded = suiteDialectByName(sequence.settings.dialect ?? target.dialect.name);
  const schema = schemaOf(recorded);
  const written = sequence.exchanges.map((exchange) => writesOf(exchange, schema));
  const plannedWrites = written.flatMap((writes) => writes ?? []);
  const names = namesOf(sequence);
  const clients = servers.map((server, index) => {
    const guard = isTargetFile(index === 0 ? targetFile : against) ? guardOf(new ChangeableRecords(server)) : {};
    if (mode === 'write' && !server.reset)
      onNotice(`Nothing undoes what a replay writes: ${plannedWrites.length} writes are sent to ${server.url}.`);
    return new Client(permit(server, { mode, confirmedHost, plannedWrites, onNotice, ...guard }), as, names);
  });
  /** The components in which something was not written, so that later reads of them would differ. */
  const stale = new Set<string>();
  const changes = new Map<string, Change>();
  const scenarios = sequence.exchanges.map((exchange, index): Scenario => {
    const writes = written[index];
    const isWrite = writes === undefined || writes.length > 0;
    const components = componentsOf(exchange);
    const subject = {
      id: `${sequence.name}/${exchange.name}`,
      description: '',
      group: exchange.name.split('/')[0]!,
      requirements: [],
    };
    const without = (notRun: Scenario['notRun']): Scenario => ({ subject, isIsolated: false, steps: [], notRun });
    const needsWriting = (reason: string) => without({ outcome: 'could not run', reason, needsWriting: true });
    if (exchange.problem !== undefined) return without({ outcome: 'could not run', reason: exchange.problem });
    if (isWrite && mode !== 'write') {
      if (hasWritten(exchange)) for (const each of components) stale.add(each);
      return needsWriting(`it writes, or could write, and mode ${mode} does not send it`);
    }
    const unknown = components.find((each) => stale.has(each));
    if (unknown !== undefined)
      return needsWriting(`it reads component ${unknown}, in which an earlier request was not sent`);
    const dialects = servers.map(({ dialect }) => dialect).filter(({ name }) => name !== recorded.name);
    const missing = dialects
      .map((each) => missingInDialect(operationOf(exchange).query, each))
      .find((each) => each !== undefined);
    if (missing !== undefined)
      return without({ outcome: 'not applicable', reason: `it differs by release: ${missing}` });
    const onCompared = (other: RecordedResponse, received: RecordedResponse) =>
      changes.set(subject.id, isLater(servers) ? changeOf(other, received) : changeOf(received, other));
    const step = () => replayStep(exchange, clients as [Client, ...Client[]], match, onCompared);
    return { subject, isIsolated: false, steps: [step] };
  });
  const results: Result[] = [];
  await runScenarios(scenarios, servers, {
    signal,
    onResult: (result) => {
      const compared = withChange(result, changes.get(result.id));
      results.push(compared);
      onResult?.(compared, total);
    },
  });
  return results;
}

/** Whether the first server has a later dialect than the second; of the same one, the first is what is judged. */
const isLater = ([target, other]: readonly Target[]): boolean => {
  const names = Object.keys(suiteDialects);
  return names.indexOf(target!.dialect.name) >= names.indexOf(other?.dialect.name ?? '');
};

/** Whether a server executed a request. */
const isAccepted = ({ status, json }: RecordedResponse): boolean =>
  status < 400 && !(isJsonObject(json) && Object.hasOwn(json, 'errors'));

function changeOf(before: RecordedResponse, now: RecordedResponse): Change {
  if (isAccepted(before) === isAccepted(now)) return 'other';
  return isAccepted(now) ? 'better' : 'worse';
}

/** What the later server newly accepts is no failure. */
function withChange(result: Result, change: Change | undefined): Result {
  if (result.outcome !== 'failed' || change === undefined) return result;
  return { ...result, change, ...(change === 'better' && { outcome: 'affected' }) };
}

async function replayStep(
  exchange: ReplayedExchange,
  [client, second]: [Client, ...Client[]],
  match: Match,
  onCompared: (other: RecordedResponse, received: RecordedResponse) => void,
): Promise<StepRequest> {
  const adapted = client.adapt(exchange);
  const request = await client.requestOf(adapted);
  const actor = sentActor(adapted.actor);
  const shownHeaders = request.headers['authorization'] && { authorization: `Bearer $${tokenVariable(actor)}` };
  let expected: ReplayedExchange = adapted;
  let received: RecordedResponse;
  return {
    step: 'request',
    actor,
    request: { ...request, headers: { ...shownHeaders, ...adapted.request.headers } },
    async send() {
      if (second) {
        const { recorded } = await second.send(await second.requestOf(second.adapt(exchange)));
        const isCompared = (name: string) => Object.hasOwn(adapted.response.headers ?? {}, name);
        const headers = Object.entries(recorded.headers!).filter(([name]) => isCompared(name));
        const { text, ...response } = recorded;
        // Of what is not JSON, another server has its own texts.
        const body = response.json === undefined ? {} : { text };
        expected = { ...adapted, response: { ...response, ...body, headers: Object.fromEntries(headers) } };
      }
      const { recorded, ...response } = await client.send(request);
      received = recorded;
      if (second) onCompared(expected.response, received);
      return response;
    },
    expect: () => compareResponses(expected, received, match),
  };
}

const sentActor = (actor: RecordedActor): Actor =>
  actor === 'garbage' || actor === 'tampered' || actor === 'signed-out' ? 'stranger' : actor;

/** The names of the ids in a recording, if it says that it was made in the demo world. */
const namesOf = ({ settings: { world } }: Sequence): Record<string, unknown> =>
  world === 'demo' || world === 'demo-oauth' ? demoPlaceholders : {};

/** Sends only writes to records that the target file allows. */
const guardOf = (changeable: ChangeableRecords): Pick<Permission, 'around'> => ({
  around({ writes, variables }, send) {
    const records = writes.flatMap((field) => recordsChangedBy(field, variables));
    const reason = records.map((each) => changeable.reasonNotToChange(each)).find((each) => each !== undefined);
    if (reason !== undefined) throw new NotSentError(reason);
    return send();
  },
});

/** The coordinates of the fields that an exchange writes; undefined for what could write, and servers could read in different ways. */
function writesOf(exchange: ReplayedExchange, schema: GraphQLSchema): string[] | undefined {
  const intent = intentOf(requestOf(exchange), { url: 'http://localhost/api' });
  if (intent.kind === 'read') return [];
  return intent.kind === 'write' ? writingFields(intent.document, schema).map(coordinateOf) : undefined;
}

/** Whether a recorded response shows that something may have been written. */
const hasWritten = ({ response: { json } }: ReplayedExchange): boolean =>
  isJsonObject(json) && Object.hasOwn(json, 'data') && json['data'] !== null;

/** The ids of the components that a request names. */
function componentsOf(exchange: ReplayedExchange): string[] {
  const { query, variables } = operationOf(exchange);
  const document = parseDocument(query);
  return (document ? selectedFields(document) : []).flatMap((field) => idsAbove(field, variables)['component'] ?? []);
}
