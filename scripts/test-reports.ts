import { existsSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { ROOT } from './program.ts'

/** One file of tests: seconds from its begin to its end, of a unit's with what it took to load it. */
export type TestFile = { path: string; seconds: number; tests: number }
/** A run of vitest: seconds from the begin of its first file to the end of its last, and its files. Two of them run at once. */
export type UnitRun = { seconds: number; files: readonly TestFile[] }
/**
 * How many passed, and of each that did not its name and, in the lines after, why. `unsteady` passed at a second attempt only: they are among
 * those that passed, and told like those that did not.
 */
export type Tally = { passed: number; failures: readonly string[]; unsteady?: readonly string[] }

type VitestTest = { status: string; fullName: string; failureMessages: string[] }
type VitestFile = { name: string; startTime: number; endTime: number; status: string; message: string; assertionResults: VitestTest[] }
type PlaywrightResult = { duration: number; errors?: { message?: string }[] }
type Spec = { title: string; tests: { status: string; results: PlaywrightResult[] }[] }
type Suite = { file?: string; title?: string; suites?: Suite[]; specs?: Spec[] }
type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[] }

/** The files of a report of vitest, and of the report beside it of what they took to load; none where there is no report. */
export function unitsIn(report: string): UnitRun {
  const results = vitestFiles(report)
  const loading = readJson<Record<string, number>>(loadingReportOf(report))
  const files = results.map(({ name, startTime, endTime, assertionResults }) => ({
    path: pathOf(name),
    seconds: (endTime - startTime) / 1000 + (loading[name] ?? 0),
    tests: assertionResults.length,
  }))
  const [begin, end] = [Math.min(...results.map(({ startTime }) => startTime)), Math.max(...results.map(({ endTime }) => endTime))]
  return { seconds: files.length === 0 ? 0 : (end - begin) / 1000, files }
}

/** What passed and failed of a report of vitest: a file that does not load fails as a whole. */
export function unitTally(report: string): Tally {
  const files = vitestFiles(report)
  const failures = files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [told(pathOf(name), [message])] : []
    return failed.map(({ fullName, failureMessages }) => told(`${pathOf(name)}: ${fullName}`, failureMessages))
  })
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  return { passed: tests.filter(({ status }) => status === 'passed').length, failures }
}

/** The files of a report of playwright; none where there is no report. */
export function journeysIn(report: string): TestFile[] {
  return suitesOf(report).map((suite) => {
    const durations = specsOf(suite).flatMap(({ tests }) => tests.map(({ results }) => sum(results.map(({ duration }) => duration))))
    return { path: `e2e/src/${suite.file}`, seconds: sum(durations) / 1000, tests: durations.length }
  })
}

/** What passed, at which attempt, and what failed of a report of playwright. */
export function journeyTally(report: string): Tally {
  const { errors = [] } = readJson<Partial<PlaywrightReport>>(report)
  const journeys = suitesOf(report).flatMap((suite) =>
    specsOf(suite).flatMap(({ title, tests }) => tests.map((test) => ({ name: `e2e/src/${suite.file}: ${title}`, ...test }))),
  )
  const messagesOf = (results: PlaywrightResult[]) => results.flatMap((result) => (result.errors ?? []).map(({ message = '' }) => message))
  const those = (which: string) => journeys.filter(({ status }) => status === which)
  const toldOf = (which: string) => those(which).map(({ name, results }) => told(name, messagesOf(results)))
  return {
    passed: those('expected').length + those('flaky').length,
    failures: [...errors.map(({ message = '' }) => told('e2e', [message])), ...toldOf('unexpected')],
    unsteady: toldOf('flaky'),
  }
}

/** Where what the files of a report took to load stands. */
export const loadingReportOf = (report: string) => report.replace(/\.json$/, '-loading.json')

const vitestFiles = (report: string) => readJson<{ testResults?: VitestFile[] }>(report).testResults ?? []
const suitesOf = (report: string) => readJson<Partial<PlaywrightReport>>(report).suites ?? []
const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]
const pathOf = (name: string) => relative(ROOT, name).replaceAll(sep, '/')
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** As many lines as say what is wrong; the whole of it stands where the test ran. */
const LINES = 12
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours begin with
const COLOURS = /\u001b\[[\d;]*m/g

function told(name: string, messages: readonly string[]): string {
  return [name, ...messages.join('\n').replaceAll(COLOURS, '').trim().split('\n').slice(0, LINES)].join('\n    ')
}

function readJson<T extends object>(path: string): T {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : ({} as T)
}
