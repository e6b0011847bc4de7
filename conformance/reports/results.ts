import type { Requirement } from '../../src/cases/case.ts';
import type { CaseResult, Outcome, Report } from '../model/report.ts';

/** The four mutations of the contract, by the folder of their cases. */
const mutations: Record<string, string> = {
  answer: 'ProposalMutation.answer',
  'create-meeting': 'MeetingsMutation.createMeeting',
  'update-meeting': 'MeetingMutation.update',
  'create-result': 'AccountabilityMutation.createResult',
};

/** The folder of a result's case. */
const caseFolder = ({ case: { id } }: CaseResult): string => id.split('/')[0]!;

/** The title of a folder of cases: the coordinate of its mutation, or else its name. */
export const folderTitle = (folder: string): string => mutations[folder] ?? folder;

/** Groups results by folder: the mutations first, then the other folders by name. */
export function resultsByFolder({ results }: Report): Map<string, CaseResult[]> {
  const mutationFolders = Object.keys(mutations);
  const otherFolders = [...new Set(results.map(caseFolder))].filter((folder) => !mutationFolders.includes(folder));
  return new Map(
    [...mutationFolders, ...otherFolders.toSorted()]
      .map((folder) => [folder, results.filter((result) => caseFolder(result) === folder)] as const)
      .filter(([, ofFolder]) => ofFolder.length > 0),
  );
}

const isMust = (result: CaseResult): boolean => result.case.level === 'MUST';

/** Whether a result fails the run. */
export const isNewFailure = ({ outcome, isKnown }: CaseResult): boolean => outcome === 'failed' && !isKnown;

/** The failures that fail the run; those of level MUST first. */
export const newFailures = ({ results }: Report): CaseResult[] => {
  const failures = results.filter(isNewFailure);
  return [...failures.filter(isMust), ...failures.filter((result) => !isMust(result))];
};

/** The failures that are in the baseline. */
export const knownFailures = ({ results }: Report): CaseResult[] => results.filter(({ isKnown }) => isKnown);

/** Cases that did not run for the same reason. */
export interface NotRun {
  outcome: Outcome;
  reason: string;
  ids: string[];
}

/** Why cases could not run or were not sent, each reason once; the most frequent first. */
export function reasonsNotRun({ results }: Report): NotRun[] {
  const groups = new Map<string, NotRun>();
  for (const { outcome, reason = '', case: each } of results) {
    if (outcome !== 'could not run' && outcome !== 'not sent') continue;
    const group = groups.get(`${outcome} ${reason}`) ?? { outcome, reason, ids: [] };
    group.ids.push(each.id);
    groups.set(`${outcome} ${reason}`, group);
  }
  return [...groups.values()].toSorted((a, b) => b.ids.length - a.ids.length);
}

/** Cases that did not run as a sentence, such as `238 cases could not run: …`. */
export function notRunText({ outcome, reason, ids }: NotRun): string {
  const verb = outcome === 'not sent' ? `${ids.length === 1 ? 'was' : 'were'} not sent` : outcome;
  return `${ids.length === 1 ? ids[0]! : `${ids.length} cases`} ${verb}: ${reason}`;
}

/** The requirements of a case; one that the report does not contain has an empty text. */
export const requirementDetails = ({ case: { requirements, level } }: CaseResult, report: Report): Requirement[] =>
  requirements.map(
    (id) => report.requirements.find((each) => each.id === id) ?? { id, section: '', level, text: '', pages: [] },
  );

/** The id and section of a requirement, such as `answer.state (section 2.2)`. */
export const requirementLabel = ({ id, section }: Requirement): string =>
  /^\d/.test(section) ? `${id} (section ${section})` : section === '' ? id : `${id} (${section})`;

/** Why a case has its outcome, on one line; undefined if its differences show it. */
export const outcomeReason = ({ waiver, isKnown, reason }: CaseResult): string | undefined => {
  if (waiver) return `waived until ${waiver.expires}: ${waiver.reason}`;
  return isKnown ? ['known from the baseline', reason].filter(Boolean).join(': ') : reason;
};
