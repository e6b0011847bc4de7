import type { Endpoint } from '../../../control/admin/operation-types.ts';
import { ControlError, sendToControl } from '../../shared/control.ts';

/** A server-sent event. */
export interface ServerSentEvent {
  type: string;
  data: string;
}

/**
 * Opens a stream of server-sent events of the control API. `EventSource` cannot send the headers that name the session and the
 * control token. Rejects with a ControlError, also while the events are read.
 */
export async function openEvents(endpoint: Endpoint, signal: AbortSignal): Promise<AsyncGenerator<ServerSentEvent>> {
  const response = await sendToControl(endpoint, {}, signal);
  return readEvents(response.body!.pipeThrough(new TextDecoderStream()).getReader());
}

async function* readEvents(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<ServerSentEvent> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ControlError(0, 'The connection was lost.');
    });
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      ) as Record<string, string>;
      if (fields['data'] !== undefined) yield { type: fields['event'] ?? 'message', data: fields['data'] };
    }
  }
}
