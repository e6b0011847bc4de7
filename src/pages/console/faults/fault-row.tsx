import { CopyButton } from '../../shared/copy-button.tsx';
import { describeEffect, describeLimits, describeMatch } from './describe-fault.ts';
import type { Rule } from './disabled-faults.ts';

interface Props {
  rule: Rule;
  /** How often the fault applied; undefined if it is off. */
  applied: number | undefined;
  onSwitch: () => void;
  onRemove: () => void;
}

/** A fault with its switch. */
export function FaultRow({ rule, applied, onSwitch, onRemove }: Props) {
  const isOn = applied !== undefined;
  const name = `${describeEffect(rule.effect)}, for ${describeMatch(rule.match)}`;
  return (
    <li className={isOn ? undefined : 'off'}>
      <div>
        <strong>{describeEffect(rule.effect)}</strong> for {describeMatch(rule.match)}
        <span className="quiet">
          {[...describeLimits(rule), isOn ? `applied ${applied} ${applied === 1 ? 'time' : 'times'}` : 'off'].join(
            ', ',
          )}
        </span>
      </div>
      <button type="button" role="switch" aria-checked={isOn} aria-label={name} className="switch" onClick={onSwitch}>
        {isOn ? 'On' : 'Off'}
      </button>
      <CopyButton text={JSON.stringify(rule, null, 2)} name="Copy as JSON" label={`: ${name}`} />
      <button type="button" className="small" aria-label={`Remove: ${name}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}
