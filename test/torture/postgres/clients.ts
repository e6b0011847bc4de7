import { setTimeout } from 'node:timers/promises';
import { inPersonAttributes } from '../../support/inputs.ts';
import type { ServerProcess } from './server-process.ts';

/** A write that a client sent. Each has a title that no other one has. */
export interface Write {
  titles: string[];
  /** The ids of an acknowledged write, in the order of its titles. */
  ids?: string[];
  isCreation: boolean;
  /** `refused` says that nothing was changed. */
  outcome: 'acknowledged' | 'refused' | 'unknown';
}

const create = `createMeeting(input: { locale: "en", attributes: $first }) { id title { translation(locale: "en") } }`;
const inMeetings = (fields: string, variables: string) =>
  `mutation(${variables}) { component(id: 2) { ... on MeetingsMutation { ${fields} } } }`;
const documents = {
  create: inMeetings(`a: ${create}`, '$first: MeetingAttributes!'),
  createTwo: inMeetings(
    `a: ${create} b: ${create.replace('$first', '$second')}`,
    '$first: MeetingAttributes!, $second: MeetingAttributes!',
  ),
  update: inMeetings(
    'meeting(id: $id) { a: update(input: { locale: "en", attributes: $first }) { id title { translation(locale: "en") } } }',
    '$id: ID!, $first: MeetingAttributes!',
  ),
  read: 'query($id: ID!) { component(id: 2) { ... on Meetings { meeting(id: $id) { title { translation(locale: "en") } } } } }',
};

const timeoutMs = 30_000;

/** Clients that write and read, each with meetings of its own, on any of the servers. */
export class Clients {
  readonly writes: Write[] = [];
  readonly problems: string[] = [];
  acknowledged = 0;
  reads = 0;
  readonly #servers: ServerProcess[];
  #isOver = false;
  #running: Promise<unknown> | undefined;
  #count = 0;

  constructor(servers: ServerProcess[]) {
    this.#servers = servers;
  }

  start(count: number): void {
    this.#isOver = false;
    this.#running = Promise.all(Array.from({ length: count }, (_, index) => this.#run(index)));
  }

  /** Resolves when the requests on their way have ended. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(client: number): Promise<void> {
    const meetings = new Map<string, string>();
    let position = '0';
    while (!this.#isOver) {
      const server = this.#servers[Math.random() < 0.8 ? client % 2 : (client + 1) % 2]!;
      const id = [...meetings.keys()].at(-1);
      const send = async (query: string, variables: object) => {
        const response = await fetch(server.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: 'Bearer member-token',
            'x-plenum-position': position,
          },
          body: JSON.stringify({ query, variables }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = (await response.json()) as { data?: { component: AnyFields }; errors?: { message: string }[] };
        const next = response.headers.get('x-plenum-position');
        if (response.status === 200) position = String(Math.max(Number(position), Number(next)));
        return { status: response.status, body };
      };
      if (id !== undefined && Math.random() < 0.1) await this.#read(send, id, meetings.get(id));
      else await this.#write(send, id !== undefined && Math.random() < 0.8 ? id : undefined, meetings);
    }
  }

  async #read(send: Send, id: string, title: string | undefined): Promise<void> {
    try {
      const { status, body } = await send(documents.read, { id });
      const found = body.data?.component['meeting']?.title?.translation;
      if (status === 503) return await setTimeout(20);
      this.reads += 1;
      // The title is unknown after an update whose outcome is.
      if (status !== 200 || (title !== undefined && found !== title))
        this.problems.push(`a read of meeting ${id} got ${status} ${JSON.stringify(body)} instead of ${title}`);
    } catch {
      await setTimeout(20);
    }
  }

  async #write(send: Send, id: string | undefined, meetings: Map<string, string>): Promise<void> {
    const isTwo = id === undefined && Math.random() < 0.3;
    const titles = Array.from({ length: isTwo ? 2 : 1 }, () => `Write ${(this.#count += 1)}`);
    const [first, second] = titles.map((title) => ({ ...inPersonAttributes, title }));
    const write: Write = { titles, isCreation: id === undefined, outcome: 'unknown' };
    this.writes.push(write);
    if (id !== undefined) meetings.delete(id);
    const document = id !== undefined ? 'update' : isTwo ? 'createTwo' : 'create';
    try {
      const { status, body } = await send(documents[document], { id, first, ...(isTwo && { second }) });
      const message = body.errors?.[0]?.message ?? '';
      if (status === 200 && !body.errors) {
        const fields = id === undefined ? body.data!.component : body.data!.component['meeting']!;
        const results = [fields['a']!, ...(isTwo ? [fields['b']!] : [])];
        write.outcome = 'acknowledged';
        write.ids = results.map((result) => result.id!);
        this.acknowledged += 1;
        for (const [index, result] of results.entries()) {
          const title = result.title!.translation;
          if (title !== titles[index]) this.problems.push(`the response to ${titles[index]} shows ${title}`);
          meetings.set(result.id!, title);
        }
        return;
      }
      if (status !== 503) this.problems.push(`${titles} got ${status} ${JSON.stringify(body)}`);
      if (/Nothing was changed|has not read write/.test(message)) write.outcome = 'refused';
      else if (!message.startsWith('The connection to the database was lost during a write'))
        this.problems.push(`${titles} got ${status} ${message}`);
    } catch {
      // The server was killed, or the response took too long.
    }
    await setTimeout(20);
  }
}

interface AnyFields {
  [name: string]: (AnyFields & { id?: string; title?: { translation: string } }) | undefined;
}
type Send = (
  query: string,
  variables: object,
) => Promise<{
  status: number;
  body: { data?: { component: AnyFields }; errors?: { message: string }[] };
}>;
