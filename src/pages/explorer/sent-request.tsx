import { useGraphiQL } from '@graphiql/react';
import { useEffect } from 'react';
import { setCurrentTab, useSent } from './sent.ts';

/** Says what the tab that is shown sent last, and what came of it. */
export function SentRequest() {
  const tab = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]!.id);
  const sent = useSent(tab);
  useEffect(() => setCurrentTab(tab), [tab]);
  return (
    <div className="sent">
      <p role="status">{sent?.outcome ?? 'Nothing is sent yet.'}</p>
      {sent && (
        <details>
          <summary>What was sent</summary>
          <pre tabIndex={0}>
            {['POST /api', ...Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
          </pre>
        </details>
      )}
    </div>
  );
}
