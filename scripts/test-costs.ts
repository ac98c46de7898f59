import type { TestFile, UnitRun } from './test-reports.ts'

/** What the product may take to be tested once it has grown, in seconds, and how many times as many endpoints and screens it has then. */
const BUDGET_SECONDS = 1200
const GROWTH = 5
const SLOWEST = 8

/** What a run cost: each stage from its begin to its end by its name, the runs of vitest, which are side by side, and each file of journeys. */
export type Run = { stages: Readonly<Record<string, number>>; units: readonly UnitRun[]; journeys: readonly TestFile[] }

/**
 * What there is once for each endpoint: its sweeps, the tests of its module. How the record is sealed, how one signs in and how a picture is
 * read are there once for all of them, and take half of what the tests of all modules do.
 */
const OF_ENDPOINTS = /^apps\/api\/(?:test\/sweep|src\/modules\/(?!(?:audit|session|file)\/))|^packages\/contract\/src\/bounds/
/** What there is once for each screen. */
const OF_SCREENS = /^e2e\/src\/screen|^apps\/web\/src\/features\//
/** What reads and translates all sources. */
const OF_SOURCES = ['check', 'build']

/** A few lines: what each stage took, what an endpoint, a screen and a journey cost, the slowest files, and what more of them would. */
export function formatCosts(run: Run, counts: { endpoints: number; screens: number }): string {
  const files = [...run.units.flatMap((unit) => unit.files), ...run.journeys]
  const journeys = run.journeys.filter(({ path }) => !OF_SCREENS.test(path))
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const grown = projected(run)
  return [
    ...Object.entries(run.stages).map(([name, seconds]) => line(seconds, name)),
    line(secondsOf(files, OF_ENDPOINTS) / counts.endpoints, `an endpoint (${counts.endpoints})`),
    line(secondsOf(files, OF_SCREENS) / counts.screens, `a screen (${counts.screens})`),
    line(sum(journeys.map(({ seconds }) => seconds)) / sum(journeys.map(({ tests }) => tests)), 'a journey'),
    ...slowest.map(({ path, seconds }) => line(seconds, path)),
    `${GROWTH} times as many endpoints and screens: ${(grown / 60).toFixed(1)} of ${BUDGET_SECONDS / 60} min${grown > BUDGET_SECONDS ? ', TOO MUCH' : ''}`,
  ].join('\n')
}

/** Seconds of a whole run when there are so many more endpoints and screens: what belongs to one grows with them, the rest stays. */
export function projected({ stages, units, journeys }: Run): number {
  const grown: Record<string, (seconds: number) => number> = {
    tests: (seconds) => {
      const longest = Math.max(...units.map((unit) => unit.seconds))
      const growths = units.map(({ files }) => growthOf(shareOf(files, OF_ENDPOINTS) + shareOf(files, OF_SCREENS)))
      const all = sum(worksOf(units).map((work, index) => work * (growths[index] ?? 1)))
      return seconds - longest + all
    },
    journeys: (seconds) => seconds * growthOf(shareOf(journeys, OF_SCREENS)),
    ...Object.fromEntries(OF_SOURCES.map((name) => [name, (seconds: number) => seconds * GROWTH])),
  }
  return sum(Object.entries(stages).map(([name, seconds]) => grown[name]?.(seconds) ?? seconds))
}

/**
 * What each of several runs would take alone, in seconds: side by side they share the machine evenly, and whoever is left has it to itself. All
 * of it together is what the longest took; it is counted by itself, because only one of them grows.
 */
function worksOf(units: readonly UnitRun[]): number[] {
  const ends = units.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const parts = ends.map((end, index) => ({ end, each: (end - (ends[index - 1] ?? 0)) / (ends.length - index) }))
  return units.map(({ seconds }) => sum(parts.filter(({ end }) => end <= seconds).map(({ each }) => each)))
}

const growthOf = (share: number) => 1 + share * (GROWTH - 1)

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const secondsOf = (files: readonly TestFile[], which: RegExp) =>
  sum(files.filter(({ path }) => which.test(path)).map(({ seconds }) => seconds))
const shareOf = (files: readonly TestFile[], which: RegExp) => secondsOf(files, which) / (secondsOf(files, /^/) || 1)
const line = (seconds: number, what: string) => `${`${seconds.toFixed(1)} s`.padStart(9)}  ${what}`
