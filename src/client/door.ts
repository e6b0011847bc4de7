import { isDeepStrictEqual } from 'node:util';
import { CommandError, exitCodes } from '../errors.ts';
import type { SuiteDialect } from '../dialects/suite-dialect.ts';
import type { Actor } from './actor.ts';
import { type DeploymentOptions, caseTokenName, createDeployment } from './deployment.ts';
import { schemaOf } from './dialect-schema.ts';
import { type TargetRequest, type TargetResponse, graphqlRequest, headerOf, isLoopbackUrl } from './http-message.ts';
import { type Intent, intentOf } from './intent.ts';
import { isJsonObject, valueAt } from './json-value.ts';
import { type SelectedField, withDefaults, withoutSkipped, writingFields } from './selection.ts';
import { type Mode, NotSentError, type Target } from './target.ts';
import type { TargetFile } from './target-file.ts';

// Every request to a server outside of this process passes here. docs/explanation/security.md says what the door promises.

/** An operation that writes. */
export interface SentOperation {
  writes: SelectedField[];
  /** With the defaults of the document. */
  variables: Record<string, unknown>;
  actor: Actor;
}

/** What a command may send to a deployment. */
export interface Permission {
  mode: Mode;
  /** Host name of the deployment; required to write to another machine. */
  confirmedHost?: string | undefined;
  /** The schema coordinates of the fields that are to be written, with repetitions, for the notice. */
  plannedWrites?: readonly string[];
  onNotice?: ((text: string) => void) | undefined;
  /** Whether the addresses at which a person signs in with an application are asked too. */
  hasOAuth?: boolean;
  /** Decides about a write, and sends it. Throws a NotSentError for one that must not be sent. */
  around?: (operation: SentOperation, send: () => Promise<TargetResponse>) => Promise<TargetResponse>;
}

/** Sends a request that was decided upon. `isRead` says whether it can be executed twice. */
type Send = (
  request: TargetRequest,
  onHeaders?: (headers: Headers) => void,
  isRead?: boolean,
) => Promise<TargetResponse>;

/** What is behind the door of each target. */
const sendBehind = new WeakMap<Target['send'], Send>();

/** Opens a deployment to read. A CommandError names a variable or file of its credentials that is missing. */
export const openDoor = (
  file: Omit<TargetFile, 'dialect'>,
  dialect: SuiteDialect,
  options: DeploymentOptions,
): Target => permit(createDeployment(file, dialect, options), { mode: 'observe' });

/**
 * The same target with another permission. Nothing is forbidden on a stand-in in this process in mode `write`.
 *
 * @throws CommandError if it may write to another machine whose host is not confirmed.
 */
export function permit(target: Target, permission: Permission): Target {
  const { mode, around } = permission;
  const behind: Send = sendBehind.get(target.send) ?? target.send;
  if (target.reset && mode === 'write') return target;
  if (mode === 'write') assertConfirmed(target, permission);
  const skips = new SkipProof(behind);
  const send: Target['send'] = async (request, onHeaders) => {
    const intent = intentOf(request, { url: target.url, hasOAuth: permission.hasOAuth });
    const reason = reasonNotToSend(intent, request, target, mode);
    if (reason !== undefined) throw new NotSentError(reason);
    if (intent.kind !== 'write') return behind(request, onHeaders, intent.kind === 'read');
    if (mode === 'validate') await skips.assert(request);
    const sendIt = () => behind(request, onHeaders, mode === 'validate');
    if (mode === 'validate' || !around) return sendIt();
    const { operationName } = intent.operation;
    const variables = withDefaults(intent.operation.variables, intent.document, operationName);
    const writes = writingFields(intent.document, schemaOf(target.dialect), operationName);
    return around({ writes, variables, actor: request.actor ?? 'anonymous' }, sendIt);
  };
  sendBehind.set(send, behind);
  return { ...target, send };
}

/** Why a request must not be sent; undefined if it may be. */
function reasonNotToSend(intent: Intent, request: TargetRequest, target: Target, mode: Mode): string | undefined {
  switch (intent.kind) {
    case 'read':
      return undefined;
    case 'sign-out':
      return endsSessionOfActor(request, target)
        ? 'it would end the session of an actor, which later requests need'
        : undefined;
    case 'write': {
      if (mode === 'write') return undefined;
      if (mode === 'observe') return 'it writes, and mode observe only reads';
      const unskipped = writingFields(withoutSkipped(intent.document), schemaOf(target.dialect));
      return unskipped.length > 0
        ? 'it writes, and mode validate sends only mutations whose fields are skipped'
        : undefined;
    }
    case 'unclear':
      return `it writes, or could write: ${intent.reason}`;
    case 'elsewhere':
      return intent.reason;
  }
}

/** Whether a sign-out has the token of an actor; those that cases got for themselves are theirs to end. */
function endsSessionOfActor(request: TargetRequest, target: Target): boolean {
  const header = headerOf(request, 'authorization') ?? '';
  return target
    .secrets()
    .some(({ name, secret }) => name !== caseTokenName && secret !== '' && header.includes(secret));
}

/** Throws a CommandError unless a target is on this machine or the user confirmed its host. */
function assertConfirmed({ url }: Target, { confirmedHost, plannedWrites = [], onNotice }: Permission): void {
  if (isLoopbackUrl(url)) return;
  const { host, hostname } = new URL(url);
  const counts = [...new Set(plannedWrites)].map(
    (each) => `${plannedWrites.filter((other) => other === each).length} ${each}`,
  );
  onNotice?.(`This run writes to ${host}: at most ${counts.join(', ') || 'nothing'}.`);
  if (confirmedHost === host || confirmedHost === hostname) return;
  throw new CommandError(
    `writing to ${host} must be confirmed with --confirm ${hostname}; --mode validate writes nothing`,
    exitCodes.usage,
  );
}

const proof = `query plenumPreflight {
  __typename
  skipped: __typename @skip(if: true)
  excluded: __typename @include(if: false)
  ... @skip(if: true) { skippedFragment: __typename }
  ... @include(if: false) { excludedFragment: __typename }
}`;

/** Proves with a query that a server obeys `@skip` and `@include`, before it gets a mutation whose fields are skipped. */
class SkipProof {
  readonly #send: Send;
  #isProven = false;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Throws a NotSentError unless the server obeys. It is asked with the credentials of the mutation. */
  async assert({ headers }: TargetRequest): Promise<void> {
    if (this.#isProven) return;
    const { json } = await this.#send(graphqlRequest(proof, {}, headers), undefined, true);
    const data = valueAt(json, ['data']);
    this.#isProven = isJsonObject(data) && isDeepStrictEqual(Object.keys(data), ['__typename']);
    if (!this.#isProven)
      throw new NotSentError(
        'the server does not obey @skip and @include in a query, so it could execute the mutation',
      );
  }
}
