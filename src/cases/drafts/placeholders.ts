/** The placeholders of records, by kind. */
const placeholdersByKind: Record<string, string[]> = {
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

/** The placeholder for the id of a record; undefined if there is none, or more than one. */
export function placeholderFor(
  placeholders: Record<string, unknown>,
  kind: string,
  id: string | number,
): string | undefined {
  const matching = [...(placeholdersByKind[kind] ?? []), 'unknownId'].filter(
    (name) => Object.hasOwn(placeholders, name) && String(placeholders[name]) === String(id),
  );
  return matching.length === 1 ? matching[0] : undefined;
}
