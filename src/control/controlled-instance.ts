import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import { Instance, type InstanceOptions } from '../server/instance.ts';
import { createRecorder, recordExecution } from './requests/record-requests.ts';
import { RequestJournal } from './requests/request-journal.ts';

export interface ControlledInstanceOptions extends Omit<InstanceOptions, 'middleware' | 'execute'> {
  executor: Executor<RequestContext>;
}

/** An instance whose requests can be inspected. */
export class ControlledInstance extends Instance {
  readonly requests: RequestJournal;

  constructor(options: ControlledInstanceOptions) {
    const { executor, clock } = options;
    const requests = new RequestJournal(options);
    super({
      ...options,
      middleware: createRecorder(requests, clock),
      execute: recordExecution(requests, (_, request, context) => executor.run(request, context)),
    });
    this.requests = requests;
  }

  override restore(...args: Parameters<Instance['restore']>): Promise<void> {
    this.requests.rememberSecrets();
    return super.restore(...args);
  }
}
