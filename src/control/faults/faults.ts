import type { Fault, FaultRule } from './fault-rule.ts';

/** The faults of an instance. */
export class Faults {
  #faults: Fault[] = [];
  #nextId = 1;

  /** Adds a fault. */
  add(value: unknown): Fault {
    const fault = { ...(value as FaultRule), id: `fault-${this.#nextId++}` };
    this.#faults.push(fault);
    return fault;
  }

  /** The faults in the order in which they were added. */
  list(): Fault[] {
    return this.#faults;
  }

  /** Removes a fault; returns whether there was one with this id. */
  delete(id: string): boolean {
    const count = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < count;
  }

  clear(): void {
    this.#faults = [];
  }
}
