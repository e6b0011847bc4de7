import type { RequestContext } from '../../../contract/request-context.ts';
import type { Proposal } from '../../../store/records.ts';
import { requireTexts } from '../values/answer-texts.ts';

/** A field of an answer that is null until the answer is published. */
const ofAnswer =
  <T>(read: (proposal: Proposal, context: RequestContext) => T) =>
  (proposal: Proposal, _: unknown, context: RequestContext): T | null =>
    proposal.state === null ? null : read(proposal, context);

/** A field of an answer that is null, too, while there is no cost or the component hides costs. */
const ofCosts = <T>(read: (proposal: Proposal, context: RequestContext) => T) =>
  ofAnswer((proposal, context) => {
    const { settings } = context.store.find('components', proposal.componentId)!;
    return proposal.cost !== null && settings.answersWithCosts ? read(proposal, context) : null;
  });

/** The digits of an amount: whole ones and two more, rounded half up as they are written in decimals; 16 count. */
function amount(value: number): { negative: boolean; digits: string } {
  const [mantissa, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
  const significant = mantissa.replace('.', '').slice(0, 16);
  const places = significant.length - 1 - Number(exponent);
  const scaled = BigInt(significant) * 10n ** BigInt(Math.max(2 - places, 0));
  const divisor = 10n ** BigInt(Math.max(places - 2, 0));
  const cents = (scaled + divisor / 2n) / divisor;
  return { negative: value < 0 && cents > 0n, digits: String(cents).padStart(3, '0') };
}

/** An amount as the platform writes it: `€ 1,234.50`, `-€5.00`. */
function money(value: number, currency: string): string {
  const { negative, digits } = amount(value);
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${negative ? `-${currency}` : `${currency} `}${whole}.${digits.slice(-2)}`;
}

/** The fields of a proposal that tell of its answer. */
export const proposalAnswerResolvers = {
  answer: ofAnswer(({ answer }) => requireTexts(answer)),
  answeredAt: ofAnswer(({ answeredAt }) => answeredAt),
  cost: ofCosts(({ cost }, { store }) => money(cost!, store.organization.currency)),
  costReport: ofCosts(({ costReport }) => requireTexts(costReport)),
  executionPeriod: ofCosts(({ executionPeriod }) => requireTexts(executionPeriod)),
  state: ({ state, withdrawnAt }: Proposal) => state ?? (withdrawnAt === null ? null : 'not_answered'),
};
