import type { ClientRequest, RequestOptions } from 'node:http';
import { URL } from 'node:url';
import { MessageChannel, type MessagePort, Worker, receiveMessageOnPort } from 'node:worker_threads';

/** A request to the control API. */
export interface TextRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface TextResponse {
  status: number;
  text: string;
}

export interface BlockingRequest extends TextRequest {
  id: number;
}

/** A response, or the error of its connection. */
export interface BlockingResponse extends Partial<TextResponse> {
  id: number;
  error?: { message: string; code?: string | undefined };
}

/**
 * Sends the requests of a connection to a stand-in. Members that do not return a promise block the thread; a thread of its own,
 * which the first one starts, sends their requests meanwhile.
 */
export class Transport {
  readonly #send: (options: RequestOptions) => ClientRequest;
  readonly #isSecure: boolean;
  readonly #maxWaitMs: number;
  readonly #received = new Int32Array(new SharedArrayBuffer(4));
  #blocking: { worker: Worker; port: MessagePort } | undefined;
  #lastId = 0;
  #isClosed = false;

  /** `maxWaitMs` is how long a thread is blocked at most. */
  constructor(send: (options: RequestOptions) => ClientRequest, isSecure: boolean, maxWaitMs = 10_000) {
    this.#send = send;
    this.#isSecure = isSecure;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Starts a request. Throws an Error if the connection is closed. */
  readonly request = (options: RequestOptions): ClientRequest => {
    this.#assertOpen();
    // A connection that was kept open can be closed by the server when it is used.
    return this.#send({ ...options, agent: false });
  };

  /** Sends a request, and resolves with the whole response. Rejects with the error of the connection. */
  async send({ url, method, headers, body }: TextRequest): Promise<TextResponse> {
    const { hostname, port, pathname, search } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    return new Promise((resolve, reject) => {
      this.request({ host, port, path: pathname + search, method, headers })
        .once('error', reject)
        .once('response', (message) => {
          const chunks: Buffer[] = [];
          message
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .once('error', reject)
            .once('end', () => resolve({ status: message.statusCode!, text: Buffer.concat(chunks).toString() }));
        })
        .end(body);
    });
  }

  /** Sends a request, and blocks this thread until there is a response. Throws the error of the connection, or one after the longest wait. */
  sendAndWait(request: TextRequest): TextResponse {
    this.#assertOpen();
    const { port } = (this.#blocking ??= this.#startThread());
    const id = ++this.#lastId;
    let seen = Atomics.load(this.#received, 0);
    port.postMessage({ id, ...request } satisfies BlockingRequest);
    while (Atomics.wait(this.#received, 0, seen, this.#maxWaitMs) !== 'timed-out') {
      seen = Atomics.load(this.#received, 0);
      // The response to an earlier request can have come too late.
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        const message: BlockingResponse = next.message;
        if (message.id !== id) continue;
        if (message.error) throw Object.assign(new Error(message.error.message), { code: message.error.code });
        return message as TextResponse;
      }
    }
    throw new Error(
      `${request.url} did not answer within ${this.#maxWaitMs / 1000} seconds. A stand-in of the same thread cannot answer meanwhile: use what createStandIn returned.`,
    );
  }

  /** Ends the connection; further requests fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#blocking?.worker.terminate();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error('the connection to the stand-in is closed');
  }

  #startThread() {
    const { port1: port, port2 } = new MessageChannel();
    // The options and variables of this process can load what the thread does not need.
    const worker = new Worker(new URL('./blocking-requests.js', import.meta.url), {
      execArgv: [],
      env: {},
      workerData: { port: port2, received: this.#received, isSecure: this.#isSecure },
      transferList: [port2],
    });
    port.unref();
    worker.unref();
    return { worker, port };
  }
}
