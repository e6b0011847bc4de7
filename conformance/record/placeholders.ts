/** What the names of a target are names of, by kind of record. */
const kinds: Record<string, string[]> = {
  Component: [
    'proposals',
    'proposalsOff',
    'proposalsHidden',
    'meetings',
    'meetingsOff',
    'accountability',
    'unpublished',
    'page',
    'restricted',
    'budgets',
  ],
  Meeting: ['meeting'],
  ParticipatoryProcess: ['process'],
  Project: ['project'],
  Proposal: ['proposal', 'otherProposal', 'draftProposal', 'proposalOff', 'proposalHidden'],
  Result: ['result', 'childResult'],
  Status: ['status'],
  Taxonomy: ['rootTaxonomy', 'taxonomy', 'childTaxonomy', 'parentTaxonomy'],
};

/** The name that a target has for the record with an id; undefined when it has none, or several. */
export function placeholderFor(names: Record<string, unknown>, kind: string, id: string | number): string | undefined {
  const found = [...(kinds[kind] ?? []), 'unknownId'].filter(
    (name) => Object.hasOwn(names, name) && String(names[name]) === String(id),
  );
  return found.length === 1 ? found[0] : undefined;
}
