import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { MockMode } from '../contract/server-dialect.ts';
import { Instance, type InstanceOptions } from '../server/instance.ts';
import { faultExecutorOf } from './faults/fault-executor.ts';
import { createFaultExecution, createFaultMiddleware } from './faults/fault-middleware.ts';
import { Faults } from './faults/faults.ts';

export interface ControlledInstanceOptions extends InstanceOptions {
  executor: Executor<RequestContext>;
  mockMode: MockMode;
  /** Whether requests can ask for a fault by a header; true by default. */
  controlHeaders?: boolean;
}

/** An instance that tests control. */
export class ControlledInstance extends Instance {
  readonly faults: Faults;

  constructor(options: ControlledInstanceOptions) {
    const { store, dialect, mockMode, executor, controlHeaders = true } = options;
    const withFaults = () => faultExecutorOf(dialect, mockMode);
    const faults = new Faults({ store, schema: () => withFaults().schema });
    super({
      ...options,
      execute: createFaultExecution({ ordinary: executor, withFaults }),
      aroundEndpoints: createFaultMiddleware(faults, controlHeaders),
    });
    this.faults = faults;
  }
}
