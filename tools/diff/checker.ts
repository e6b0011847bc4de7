import { valueAt } from '../../src/client/json-value.ts';
import { type SideBySideExchange, type Targets, compareResponses, sendToBoth } from './side-by-side-exchange.ts';
import { type DocumentSource, type GeneratedRequest, buildReadBack, buildRequest } from './generate/documents.ts';

/**
 * Sends generated requests to both servers. Each finds the same state: both servers are reset after a write if both can be;
 * otherwise both get the same writes, and records are compared by the ids that each server gave them.
 */
export class Checker {
  readonly #targets: Targets;
  readonly #source: DocumentSource;
  readonly #canReset: boolean;
  #isWritten = true;

  constructor(targets: Targets, source: DocumentSource) {
    this.#targets = targets;
    this.#source = source;
    this.#canReset = targets.a.reset !== undefined && targets.b.reset !== undefined;
  }

  /**
   * Compares the responses to a request and, after a write, to the query that reads the record. If they differ, both servers
   * are asked again: where the first server differs from itself, the servers do not disagree.
   */
  async check(generated: GeneratedRequest): Promise<SideBySideExchange[]> {
    const exchanges = await this.#send(generated);
    if (exchanges.every(({ differences }) => differences.length === 0)) return exchanges;
    const again = await this.#send(generated);
    return exchanges.map((exchange, index) => withoutNoise(exchange, again[index]));
  }

  async #send(generated: GeneratedRequest): Promise<SideBySideExchange[]> {
    const { a, b } = this.#targets;
    if (this.#isWritten && this.#canReset) await Promise.all([a.reset!(), b.reset!()]);
    const request = buildRequest(generated, this.#source);
    this.#isWritten = generated.route.isWriting && this.#source.mode === 'write';
    const exchange = await sendToBoth(this.#targets, request);
    if (!this.#isWritten) return [exchange];
    const readBack = await this.#readBack(generated, exchange);
    if (request.locale !== undefined && !this.#canReset) await this.#resetLocale(generated);
    return readBack ? [exchange, readBack] : [exchange];
  }

  async #readBack(
    generated: GeneratedRequest,
    { request, a, b }: SideBySideExchange,
  ): Promise<SideBySideExchange | undefined> {
    const [idOfA, idOfB] = [a, b].map((response) => valueAt(response.json, ['data', ...request.responsePath, 'id']));
    if (typeof idOfA !== 'string' || typeof idOfB !== 'string') return undefined;
    const read = buildReadBack(generated, idOfA, this.#source);
    return read && sendToBoth(this.#targets, read, buildReadBack(generated, idOfB, this.#source)!.variables);
  }

  /** Repeats a mutation in the default locale: a platform may keep the locale of the previous request. */
  async #resetLocale(generated: GeneratedRequest): Promise<void> {
    const last = generated.stepArguments.at(-1)!;
    const input = { ...(last['input'] as object), locale: this.#source.world.locales[0] };
    const stepArguments = [...generated.stepArguments.slice(0, -1), { ...last, input }];
    await sendToBoth(this.#targets, buildRequest({ ...generated, stepArguments }, this.#source));
  }
}

/** Removes the differences at paths where two responses of the first server differ too, or if there is no second one. */
function withoutNoise(exchange: SideBySideExchange, again: SideBySideExchange | undefined): SideBySideExchange {
  const { request, a } = exchange;
  const noise = again && compareResponses(request.query, request.variables, a, again.a).differences;
  const isNoise = (path: string) =>
    noise?.some((each) => path === each.path || path.startsWith(`${each.path}.`) || each.path.startsWith(`${path}.`)) ??
    true;
  const differences = exchange.differences.filter(({ path }) => !isNoise(path));
  return { ...exchange, sameOutcome: exchange.sameOutcome || differences.length === 0, differences };
}
