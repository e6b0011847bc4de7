/** A clock, as the control API describes it. */
export interface ClockDescription {
  mode: 'wall' | 'offset' | 'fixed';
  /** What it shows: a date-time in UTC. */
  time: string;
  /** How far it is from the clock of the machine, as a duration. */
  by?: string;
}
