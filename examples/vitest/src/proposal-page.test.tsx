// @vitest-environment happy-dom
import { ApolloProvider } from '@apollo/client/react';
import { createTest } from 'plenum/vitest';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, vi } from 'vitest';
import { createClient } from './client.js';
import { ProposalPage } from './proposal-page.js';

const test = createTest({ dialect: 'decidim-0.32', apiUrl: 'https://town.example/api' });

/** Shows the page, and returns functions to look at it and to click. */
function show(id: number, token: string) {
  const element = document.createElement('main');
  const root = createRoot(element);
  root.render(
    <ApolloProvider client={createClient(token)}>
      <ProposalPage id={String(id)} />
    </ApolloProvider>,
  );
  onTestFinished(() => root.unmount());
  const see = (text: string) => vi.waitFor(() => expect(element.textContent).toContain(text), { timeout: 5000 });
  const click = () => element.querySelector('button')!.click();
  return { see, click };
}

test('shows a proposal that the test has created', async ({ session }) => {
  const proposal = await session.records.create('proposals', { title: { en: 'A bench by the river' } });
  await show(proposal.id, 'member-token').see('A bench by the river');
});

test('an administrator accepts a proposal, at a fixed time', async ({ session }) => {
  await session.clock.set({ mode: 'fixed', time: '2027-01-01T12:00:00Z' });
  const page = show(1, 'admin-token');
  await page.see('More bicycle lanes');
  page.click();
  await page.see('Accepted on 2027-01-01');
  expect(await session.requests.count({ match: { operationName: 'Accept' } })).toBe(1);
});

test('a member may not', async () => {
  const page = show(1, 'member-token');
  await page.see('More bicycle lanes');
  page.click();
  await page.see('You do not have permission');
});

test('offers to try again during maintenance', async ({ session }) => {
  await session.faults.add({ preset: 'maintenance', times: 1 });
  const page = show(1, 'member-token');
  await page.see('The town does not respond');
  page.click();
  await page.see('More bicycle lanes');
});
