/** Worlds. */
export function Worlds() {
  return <p>Worlds</p>;
}
