/** Faults. */
export function Faults() {
  return <p>Faults</p>;
}
