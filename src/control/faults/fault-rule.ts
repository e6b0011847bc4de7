import { Type } from '../../records/schema-builder.ts';
import { choice, natural, number, object, oneGroup, optional, positive, ref } from '../admin/json-schema.ts';
import { type Match, matchSchema } from '../matching.ts';
import { type FaultEffect, effectSchema } from './fault-effect.ts';
import { type PresetName, presets } from './presets.ts';

/** Whether a fault applies before the field or request is executed, or when it was executed and its writes are stored. */
export type Phase = 'before' | 'after';

/** When a fault applies, and what it does then. */
export interface FaultRule {
  match: Match;
  effect: FaultEffect;
  /** How many times the fault applies; if omitted, there is no limit. */
  times?: number;
  /** How many matches the fault lets pass before it applies. */
  after: number;
  /** The probability with which the fault applies to a match, from 0 to 1. */
  probability: number;
  /** The seed of the probability: the same seed gives the same sequence. */
  seed: number;
  phase: Phase;
}

/**
 * A rule whose other members have their defaults: every request, always, from the first match. The effect is described, or is
 * that of a preset.
 */
export type NewFault = Partial<Omit<FaultRule, 'effect'>> & ({ effect: FaultEffect } | { preset: PresetName });

/** A fault of a world. */
export interface Fault extends FaultRule {
  id: string;
  /** How many times it has applied. */
  applied: number;
}

/** The highest seed. */
export const maxSeed = 2 ** 32 - 1;

const members = {
  match: ref('Match', matchSchema),
  effect: effectSchema,
  times: optional(positive),
  after: natural,
  probability: { ...number, minimum: 0, maximum: 1 },
  seed: { ...natural, maximum: maxSeed },
  phase: choice('before', 'after'),
};

/** The schema of a rule whose other members have their defaults. */
export const newFaultSchema = Type.Unsafe<NewFault>(
  object(
    {
      ...members,
      match: optional(members.match),
      effect: optional(members.effect),
      preset: optional(choice(...(Object.keys(presets) as PresetName[]))),
      after: optional(members.after),
      probability: optional(members.probability),
      seed: optional(members.seed),
      phase: optional(members.phase),
    },
    oneGroup(['effect'], ['preset']),
  ),
);

/** The schema of a fault of a world. */
export const faultSchema = object({
  id: Type.String(),
  ...members,
  applied: { ...natural, description: 'how many times it has applied' },
});
