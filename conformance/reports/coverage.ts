import type { Case, Requirement } from '../../src/cases/case.ts';

/** Requirements and the ids of the cases that check them as text, one paragraph for each requirement. */
export const formatCoverage = (requirements: Requirement[], cases: Case[]): string =>
  requirements
    .map(({ id, section, level, text, untested, dialects }) => {
      const source = section === 'dialect' ? 'dialect' : `section ${section}`;
      const only = dialects ? `, only in ${dialects.join(', ')}` : '';
      const checking = cases.filter((each) => each.requirements.includes(id)).map((each) => each.id);
      const lines = untested === undefined ? checking : [`not tested: ${untested}`];
      return [`${id} (${source}, ${level}${only})`, `  ${text}`, ...lines.map((line) => `    ${line}`)].join('\n');
    })
    .join('\n\n');
