/** A name in `placeholders` of a target file. */
export interface TargetName {
  meaning: string;
  /** The type of the component in the API; undefined if the name is not a component's, or of any type. */
  componentType?: string;
  /** How to find the value if `plenum conform init` does not. */
  advice?: string;
  /** A case that needs it does not apply to a target without it. */
  isOptional?: true;
}

const settings = 'the API does not show settings of components, so look in the administration';

/** The names that the cases of this package use. */
export const targetNames: Record<string, TargetName> = {
  process: { meaning: 'slug of the participatory process of `meetings`' },
  proposals: { meaning: 'component of proposals that accepts answers', componentType: 'Proposals' },
  proposal: { meaning: 'published proposal of `proposals`, written by a person and not answered' },
  otherProposal: { meaning: 'another one of the same component' },
  proposalsWithCosts: { meaning: 'component of proposals that shows costs', componentType: 'Proposals' },
  proposalWithCosts: { meaning: 'proposal of `proposalsWithCosts`, like `proposal`' },
  draftProposal: { meaning: 'draft in `proposals`', advice: 'the API shows drafts to nobody' },
  proposalsOff: {
    meaning: 'component of proposals that accepts no answers',
    componentType: 'Proposals',
    advice: settings,
  },
  proposalOff: { meaning: 'proposal of `proposalsOff`', advice: settings },
  proposalsHidden: { meaning: 'component of proposals that hides costs', componentType: 'Proposals', advice: settings },
  proposalHidden: { meaning: 'proposal of `proposalsHidden`', advice: settings },
  meetings: { meaning: 'component in which participants may create meetings', componentType: 'Meetings' },
  manyMeetings: { meaning: 'component with at least three meetings', componentType: 'Meetings' },
  meeting: { meaning: 'meeting of `meetings` that has an author and is not closed' },
  closedMeeting: { meaning: 'closed meeting of `meetings`, created by `member`' },
  meetingsOff: {
    meaning: 'component in which participants may not create meetings',
    componentType: 'Meetings',
    advice: settings,
  },
  accountability: { meaning: 'component of results', componentType: 'Accountability' },
  result: { meaning: 'result of `accountability`' },
  childResult: { meaning: 'result of `accountability` that has a parent' },
  status: { meaning: 'status of results in `accountability`' },
  budgets: { meaning: 'component of budgets', componentType: 'Budgets' },
  project: { meaning: 'project of a budget in `budgets`' },
  page: { meaning: 'page component', componentType: 'Pages' },
  unpublished: { meaning: 'component that is not published', advice: 'only an administrator sees it' },
  restricted: {
    meaning: 'component of a process or assembly with restricted access, of which `member` is no member',
    advice: 'only an administrator sees it',
  },
  restrictedProcess: { meaning: 'slug of the process of `restricted`', advice: 'only an administrator sees it' },
  rootTaxonomy: { meaning: 'taxonomy without a parent' },
  taxonomy: { meaning: 'taxonomy below `rootTaxonomy`' },
  parentTaxonomy: { meaning: 'taxonomy below `rootTaxonomy` that has children' },
  childTaxonomy: { meaning: 'taxonomy below `parentTaxonomy`' },
  commentedProposal: { meaning: 'proposal of `proposals` with comments', isOptional: true },
  assembly: { meaning: 'published assembly', isOptional: true },
  debates: { meaning: 'component of debates', componentType: 'Debates', isOptional: true },
  debate: { meaning: 'debate of `debates`', isOptional: true },
  blogs: { meaning: 'component of posts', componentType: 'Blogs', isOptional: true },
  post: { meaning: 'published post of `blogs`', isOptional: true },
  unknownId: { meaning: 'id that no record has' },
};
