import type { ControlEndpoint } from '../../../control/api/operation.ts';
import { ControlError, openControl } from '../../shared/control.ts';

/**
 * Opens a stream of server-sent events of the control API: the data of each. `EventSource` cannot send the headers that name the session and the
 * control token. Rejects with a ControlError, also while the events are read.
 */
export async function openEvents(endpoint: ControlEndpoint, signal: AbortSignal): Promise<AsyncGenerator<string>> {
  const response = await openControl(endpoint, {}, signal);
  return readEvents(response.body!.pipeThrough(new TextDecoderStream()).getReader());
}

async function* readEvents(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<string> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ControlError(0, 'The connection was lost.');
    });
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const line = block.split('\n').find((each) => each.startsWith('data: '));
      if (line) yield line.slice('data: '.length);
    }
  }
}
