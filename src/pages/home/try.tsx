import { useEffect, useRef, useState } from 'react';
import { useSWRConfig } from 'swr';
import { formatCurl } from '../../client/curl.ts';
import type { Example } from '../../control/examples.ts';
import { sessionHeaders } from '../shared/control.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatJson } from '../shared/json.ts';
import { session } from '../shared/stored-value.ts';

/** A request that everybody may send, which is sent when the reader clicks, with its response. */
export function Try({ url, example: { name, query, variables } }: { url: string; example: Example }) {
  const { mutate } = useSWRConfig();
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const response = useRef<HTMLDivElement>(null);
  // In a narrow window, the response is below the request.
  useEffect(() => {
    if (answer) response.current!.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const headers = { 'Content-Type': 'application/json', ...sessionHeaders() };
  const body = JSON.stringify({ query, variables });
  const parameters = {
    query,
    variables: JSON.stringify(variables, null, 2),
    ...(session.get() && { session: session.get() }),
  };
  async function send() {
    const start = performance.now();
    try {
      const { status, text } = await fetch(url, { method: 'POST', headers, body, credentials: 'omit' }).then(
        async (each) => ({ status: each.status, text: await each.text() }),
      );
      setAnswer({ status: `Status ${status} in ${Math.round(performance.now() - start)} ms`, text: formatJson(text) });
    } catch {
      setAnswer({
        status:
          'No response: a fault broke the connection, or the server has stopped. Look at the faults, and send it again.',
        text: '',
      });
    }
    await mutate(() => true);
  }
  return (
    <section className="card try" aria-labelledby="try">
      <div>
        <h2 id="try">{name}</h2>
        <p className="row">
          <button type="button" className="primary" onClick={() => void send()}>
            Send it
          </button>
          <CopyButton text={formatCurl({ method: 'POST', url, headers, body })} name="Copy as curl" />
          <a href={`/explorer?${new URLSearchParams(parameters)}`}>Open in the explorer</a>
        </p>
        <pre tabIndex={0} aria-label="The request">
          {query}
        </pre>
      </div>
      <div ref={response}>
        <h2>Response</h2>
        <p role="status">{answer?.status ?? 'Send the request to see its response here.'}</p>
        {answer?.text && (
          <pre tabIndex={0} aria-label="The response">
            {answer.text}
          </pre>
        )}
      </div>
    </section>
  );
}
