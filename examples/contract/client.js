// What your application has: functions that use the API.
async function request(url, query, variables) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw Object.assign(new Error(errors[0].message), { code: errors[0].extensions?.code });
  return data.component;
}

/** The titles of the proposals of a component. */
export async function listProposals(url, component) {
  const { proposals } = await request(
    url,
    `query Proposals($component: ID!) {
      component(id: $component) { ... on Proposals { proposals(first: 3) { nodes { id title { translation(locale: "en") } } } } }
    }`,
    { component },
  );
  return proposals.nodes.map(({ title }) => title.translation);
}

/** The files of a proposal. Attachments have a size since 0.32: release 0.31 refuses this document. */
export async function listFiles(url, component, proposal) {
  const found = await request(
    url,
    `query ProposalFiles($component: ID!, $proposal: ID!) {
      component(id: $component) { ... on Proposals { proposal(id: $proposal) { attachments { url fileSize } } } }
    }`,
    { component, proposal },
  );
  return found.proposal.attachments;
}
