import {
  type Static,
  choice,
  constant,
  dateTime,
  eitherWay,
  forward,
  integer,
  object,
  optional,
  variants,
} from './json-schema.ts';

/** The shapes of the operations on the clock. */
export const clockSchemas = {
  ClockSetting: variants(
    'mode',
    object({ mode: constant('wall') }),
    object({ mode: constant('offset'), by: eitherWay }),
    object({ mode: constant('fixed'), time: dateTime }),
  ),
  Clock: object({
    mode: choice('wall', 'offset', 'fixed'),
    time: dateTime,
    by: optional(eitherWay),
    offset: optional({ ...integer, description: 'the same as "by", in milliseconds' }),
  }),
  ClockAdvance: object({ by: forward }),
};

/** A clock as the control API sets it. */
export type ClockRequest = Static<typeof clockSchemas.ClockSetting>;
/** A clock as the control API shows it. */
export type ClockDescription = Static<typeof clockSchemas.Clock>;
