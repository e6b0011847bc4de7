import type { ExecuteRequest } from '../contract/server-dialect.ts';
import type { SuiteDialect } from '../contract/suite-dialect.ts';
import { type ServerContext, type Step, appliedFault } from '../control/request-state.ts';
import { existsSync } from 'node:fs';
import { readContract, saveContract } from '../cases/interactions/contract-file.ts';
import { InteractionCollector } from '../cases/interactions/collector.ts';
import type { TestOnlyReason } from '../cases/interactions/interaction.ts';
import { References } from '../cases/interactions/references.ts';
import type { GraphQLRequest } from '../contract/executor.ts';
import type { GraphQLSchema } from 'graphql';
import type { Actor } from '../client/actor.ts';
import type { Tables } from '../store/tables.ts';
import type { Identity } from '../control/admin/admin-request.ts';
import { actorOf } from './draft-case.ts';
import type { ServerOptions } from './options.ts';

/** The steps of the server that collect the contract of its clients. */
export interface Collecting {
  wrapExecution(execute: ExecuteRequest<ServerContext>): ExecuteRequest<ServerContext>;
  /** Around the plug-ins. */
  outerStep: Step;
  /** Within the plug-ins. */
  innerStep: Step;
  /** Brings what was collected into the file. Rejects with a CommandError if it cannot be, or must not change. */
  save(): Promise<void>;
}

export interface CollectingOptions {
  file: string;
  mode: ServerOptions['contractMode'];
  fill: ServerOptions['fill'];
  identity: Identity;
  schema: GraphQLSchema;
  dialect: SuiteDialect;
  /** The records of the world as it was loaded; called when the first request came. */
  seed(): Tables;
}

interface CollectedRequest {
  request: GraphQLRequest;
  role: Actor;
  testOnly: TestOnlyReason[];
  /** What the API responded, before plug-ins can change it. */
  body?: unknown;
}

/** Creates the steps that collect what clients ask and what they get. */
export function createCollecting({ file, mode, fill, identity, schema, dialect, seed }: CollectingOptions): Collecting {
  // A damaged file is refused before the tests run.
  if (mode === 'check' || (mode === 'update' && existsSync(file))) readContract(file);
  const requests = new WeakMap<ServerContext, CollectedRequest>();
  let created: InteractionCollector | undefined;
  // The world may not be loaded yet.
  const collectorOf = () =>
    (created ??= new InteractionCollector({
      schema,
      references: new References(seed(), identity.world === 'demo'),
      words: wordsOf(seed()),
      refusedAttributes: (error) => dialect.translator.parseRefusedAttributes(error),
    }));

  function finish(ctx: ServerContext, failure?: { status?: number }): void {
    const collected = requests.get(ctx);
    if (!collected) return;
    const { request, role, testOnly, body: ownBody } = collected;
    if (appliedFault(ctx) !== undefined) testOnly.push('fault');
    if (!failure && ctx.body !== ownBody) testOnly.push('plug-in');
    const body = typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body) ? String(ctx.body) : '';
    const hasResponse = ctx.respond !== false && ctx.writable;
    const answered = failure ? { status: failure.status ?? 500, body: '' } : { status: ctx.status, body };
    collectorOf().add({
      request,
      role,
      testOnly,
      response: hasResponse ? answered : undefined,
      world: ctx.state.world,
    });
  }

  return {
    wrapExecution: (execute) => (ctx, request, context) => {
      const { query, operationName, variables } = request;
      const { world } = ctx.state;
      const hasCredentials = ctx.headers.authorization !== undefined || ctx.headers.cookie !== undefined;
      requests.set(ctx, {
        // The variables are copied, because a dialect represents some numbers by objects.
        request: { query, operationName, variables: JSON.parse(JSON.stringify(variables ?? {})) as object as never },
        role: actorOf(context.viewer, hasCredentials, context.store),
        testOnly: world.clock.setting.mode === 'wall' ? [] : ['clock'],
      });
      return execute(ctx, request, context);
    },
    outerStep: async (ctx, next) => {
      try {
        await next();
      } catch (error) {
        finish(ctx, error as { status?: number });
        throw error;
      }
      finish(ctx);
    },
    innerStep: async (ctx, next) => {
      await next();
      const collected = requests.get(ctx);
      if (collected) collected.body = ctx.body;
    },
    save: () => {
      const collector = collectorOf();
      return saveContract(
        file,
        {
          format: 'plenum-contract',
          formatVersion: 1,
          plenum: identity.version,
          dialect: identity.dialect,
          world: identity.world,
          fill,
          placeholders: collector.placeholders,
          interactions: collector.interactions,
        },
        mode,
      );
    },
  };
}

/** Locales and states: words of a world that no person wrote for a proposal or a meeting. */
function wordsOf(seed: Tables): Set<string> {
  const locales = seed.all('organization').flatMap((each) => each.locales);
  const states = seed.all('proposalStates').map(({ token }) => token);
  return new Set([...locales, ...states, 'accepted', 'rejected', 'evaluating', 'not_answered', 'withdrawn']);
}
