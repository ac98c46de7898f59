/** A week's hours as a column keeps them; no hours at all are those of always. */
export function hoursColumn(hours: readonly unknown[] | null): string | null {
  return hours === null || hours.length === 0 ? null : JSON.stringify(hours)
}
