/** The labels that are most like a text, three at most: those that hold it or that it holds, then those of a few other letters. Pure. */
export function nearest(text: string, labels: readonly string[]): string[] {
  const typed = text.trim().toLowerCase()
  const most = Math.max(1, Math.floor(typed.length / 3))
  return labels
    .map((label) => ({ label, away: awayFrom(typed, label.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .toSorted((one, other) => one.away - other.away)
    .slice(0, 3)
    .map(({ label }) => label)
}

function awayFrom(typed: string, label: string): number {
  return typed !== '' && (label.includes(typed) || typed.includes(label)) ? 0 : lettersBetween(typed, label)
}

/** How many letters have to be put in, taken out or replaced to make one text of another. */
function lettersBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let at = 1; at <= other.length; at++) {
      const [left = 0, above = 0, corner = 0] = [line[at - 1], before[at], before[at - 1]]
      line.push(Math.min(left + 1, above + 1, corner + (letter === other[at - 1] ? 0 : 1)))
    }
    before = line
  }
  return before[other.length] ?? 0
}
