/** Clock. */
export function Clock() {
  return <p>Clock</p>;
}
