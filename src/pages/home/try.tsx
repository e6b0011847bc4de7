import { useState } from 'react';
import type { Example } from '../../control/examples.ts';
import { sessionHeaders } from '../shared/control.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { session } from '../shared/stored-value.ts';

interface Props {
  url: string;
  /** A request that everybody may send. */
  example: Example;
  /** Runs after each response. */
  onSent: () => void;
}

/** A request that is sent when the reader clicks. */
export function Try({ url, example: { name, query, variables }, onSent }: Props) {
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const body = { query, variables };
  const headers = { 'Content-Type': 'application/json', ...sessionHeaders() };
  const flags = Object.entries(headers).map(([header, value]) => `-H '${header}: ${value}'`);
  const curl = `curl ${url} ${flags.join(' ')} -d '${JSON.stringify(body)}'`;
  const parameters = {
    query,
    variables: JSON.stringify(variables, null, 2),
    ...(session.get() && { session: session.get() }),
  };
  const link = `/explorer?${new URLSearchParams(parameters).toString()}`;
  async function send() {
    try {
      const start = performance.now();
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit' });
      const text = await response.text();
      const status = `Status ${response.status} in ${Math.round(performance.now() - start)} ms`;
      setAnswer({ status, text: format(text) });
    } catch {
      setAnswer({ status: 'No response: a fault broke the connection, or the server has stopped.', text: '' });
    }
    onSent();
  }
  return (
    <section className="card try" aria-labelledby="try">
      <h2 id="try">{name}</h2>
      <pre tabIndex={0} aria-label="The request">
        {query}
      </pre>
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void send()}>
          Send it
        </button>
        <CopyButton text={curl} name="Copy as curl" />
        <a href={link}>Open in the explorer</a>
      </p>
      <div role="status">
        {answer && (
          <>
            <p>{answer.status}</p>
            {answer.text && (
              <pre tabIndex={0} aria-label="The response">
                {answer.text}
              </pre>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
