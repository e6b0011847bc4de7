import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { MockMode } from '../contract/server-dialect.ts';
import { Instance, type InstanceOptions } from '../server/instance.ts';
import { faultExecutorOf } from './faults/fault-executor.ts';
import { createFaultExecution, createFaultMiddleware } from './faults/fault-middleware.ts';
import { Faults } from './faults/faults.ts';
import { createRecorder, recordExecution } from './requests/record-requests.ts';
import { RequestJournal } from './requests/request-journal.ts';

export interface ControlledInstanceOptions extends Omit<InstanceOptions, 'middleware' | 'execute'> {
  executor: Executor<RequestContext>;
  mockMode: MockMode;
  /** Whether requests can ask for a fault by a header; true by default. */
  controlHeaders?: boolean;
}

/** An instance that tests control and inspect. */
export class ControlledInstance extends Instance {
  readonly faults: Faults;
  readonly requests: RequestJournal;

  constructor(options: ControlledInstanceOptions) {
    const { store, clock, dialect, mockMode, executor, controlHeaders = true } = options;
    const withFaults = () => faultExecutorOf(dialect, mockMode);
    const faults = new Faults({ store, schema: () => withFaults().schema });
    const requests = new RequestJournal(options);
    super({
      ...options,
      middleware: createRecorder(requests, clock),
      execute: recordExecution(requests, createFaultExecution({ ordinary: executor, withFaults })),
      aroundEndpoints: createFaultMiddleware(faults, controlHeaders),
    });
    this.faults = faults;
    this.requests = requests;
  }

  override restore(...args: Parameters<Instance['restore']>): Promise<void> {
    this.requests.rememberSecrets();
    return super.restore(...args);
  }
}
