import { type SignedInActor, actorsOfEnvironment } from '../../src/client/credentials.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import type { Secret, Target } from '../../src/client/target.ts';
import { type ObservedRequest, type ShadowRole } from '../../src/control/shadow/shadow.ts';
import { shadowUserAgent } from '../../src/control/shadow/observe-requests.ts';

export interface LiveDeploymentOptions {
  /** The GraphQL endpoint. */
  url: string;
  /** The name of its dialect. */
  dialect: string;
  /** The variables with its credentials: `PLENUM_SHADOW_ADMIN_TOKEN`, or `_KEY` and `_SECRET`; the same for `MEMBER`. */
  environment: NodeJS.ProcessEnv;
  /** How many requests a second are sent at most. */
  rate: number;
  /** The time limit of a response. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The start of the names of the variables with credentials. They are not those of `plenum conform`, which is for another server. */
const variablePrefix = 'PLENUM_SHADOW';

// A token from sign-in may be valid for two hours only.
const signInIntervalMs = 30 * 60_000;

/** A deployment that did not respond, or with something that is no GraphQL response. */
class LiveDeploymentError extends Error {}

/** Sends requests to a deployment with the credentials of roles. */
export class LiveDeployment {
  readonly #options: LiveDeploymentOptions;
  readonly #secrets = new Map<string, Secret>();
  #target: Target;
  #signInAt: number;

  /** Throws a CommandError for an unknown dialect and incomplete credentials. */
  constructor(options: LiveDeploymentOptions) {
    this.#options = options;
    this.#target = this.#open();
    this.#signInAt = Date.now() + signInIntervalMs;
  }

  get dialect(): Target['dialect'] {
    return this.#target.dialect;
  }

  /** Every secret that requests used, and those in responses to sign-in. */
  get secrets(): Secret[] {
    for (const each of this.#target.secrets()) this.#secrets.set(each.secret, each);
    return [...this.#secrets.values()];
  }

  /** Why requests of a role cannot be sent; undefined if they can. */
  missingCredentials(role: ShadowRole): string | undefined {
    const isMissing = (role === 'admin' || role === 'member') && this.#target.missingCredentials(role) !== undefined;
    return isMissing ? `there are no credentials: ${variablePrefix}_${role.toUpperCase()}_TOKEN is not set` : undefined;
  }

  /** Sends a request. Rejects with a LiveDeploymentError if the response cannot be compared. */
  async send({ query, variables, operationName, headers, role }: ObservedRequest): Promise<TargetResponse> {
    if (Date.now() >= this.#signInAt) this.#reopen();
    const response = await this.#respond(async () => {
      const authorization = await this.#target.authorizationHeaders(role);
      const sent = { ...headers, ...authorization, 'User-Agent': shadowUserAgent };
      return this.#target.send(graphqlRequest(query, variables ?? {}, sent, operationName ?? undefined));
    });
    const isUnavailable = [429, 502, 503, 504].includes(response.status);
    if (!isUnavailable && response.location === undefined && response.json !== undefined) return response;
    throw new LiveDeploymentError(
      `${describeResponse(response)}${response.json === undefined && !response.problem ? ', no JSON' : ''}`,
    );
  }

  async #respond(send: () => Promise<TargetResponse>): Promise<TargetResponse> {
    try {
      return await send();
    } catch (error) {
      // A sign-in that failed is otherwise not repeated.
      this.#reopen();
      throw new LiveDeploymentError((error as Error).message);
    }
  }

  #reopen(): void {
    void this.secrets;
    this.#target = this.#open();
    this.#signInAt = Date.now() + signInIntervalMs;
  }

  #open(): Target {
    const { url, dialect, environment, rate, timeoutMs, signal } = this.#options;
    const isSet = (actor: string): boolean =>
      ['TOKEN', 'KEY', 'SECRET'].some((name) => environment[`${variablePrefix}_${actor.toUpperCase()}_${name}`]);
    const actors = Object.fromEntries(
      Object.entries(actorsOfEnvironment(environment, variablePrefix)).filter(([actor]) => isSet(actor)),
    ) as Partial<Record<SignedInActor, object>>;
    const requestIntervalMs = 1000 / rate;
    return createDeploymentTarget({ url, actors }, suiteDialectByName(dialect), {
      environment,
      timeoutMs,
      requestIntervalMs,
      signal,
    });
  }
}
