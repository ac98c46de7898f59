import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from './program.ts'
import { journeysIn, journeyTally, unitsIn, unitTally } from './test-reports.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))
const nowhere = join(folder, 'none')

function report(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const vitest = report({
  testResults: [
    {
      name: join(ROOT, 'apps/api/test/demo.test.ts'),
      startTime: 1000,
      endTime: 4500,
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'it holds', failureMessages: [] },
        { status: 'failed', fullName: 'it breaks', failureMessages: ['\u001b[31mexpected 1\u001b[0m to be 2\n at demo.test.ts:3'] },
      ],
    },
    {
      name: join(ROOT, 'scripts/bad.test.ts'),
      startTime: 2000,
      endTime: 2500,
      status: 'failed',
      message: 'no such file',
      assertionResults: [],
    },
  ],
})
const spec = (title: string, status: string, duration: number, errors: { message: string }[] = []) => ({
  title,
  tests: [{ status, results: [{ duration, errors }] }],
})
const playwright = report({
  errors: [],
  suites: [
    {
      file: 'area.spec.ts',
      specs: [spec('an area is drawn', 'expected', 1500), spec('it is moved', 'flaky', 900, [{ message: 'Covered' }])],
      suites: [{ specs: [spec('two at once', 'unexpected', 500, [{ message: 'Timeout' }])] }],
    },
  ],
})

test('the reports of both runners are read, however deep their tests are; where there is none, nothing is told', () => {
  expect(unitsIn(vitest)).toEqual({
    seconds: 3.5,
    files: [
      { path: 'apps/api/test/demo.test.ts', seconds: 3.5, tests: 2 },
      { path: 'scripts/bad.test.ts', seconds: 0.5, tests: 0 },
    ],
  })
  expect(journeysIn(playwright)).toEqual([{ path: 'e2e/src/area.spec.ts', seconds: 2.9, tests: 3 }])
  expect([unitsIn(nowhere), journeysIn(nowhere)]).toEqual([{ seconds: 0, files: [] }, []])
})

test('what failed is told by its file, its name and why, a file that does not load as well', () => {
  expect(unitTally(vitest)).toEqual({
    passed: 1,
    failures: [
      'apps/api/test/demo.test.ts: it breaks\n    expected 1 to be 2\n     at demo.test.ts:3',
      'scripts/bad.test.ts\n    no such file',
    ],
  })
  expect(journeyTally(playwright)).toEqual({
    passed: 2,
    failures: ['e2e/src/area.spec.ts: two at once\n    Timeout'],
    unsteady: ['e2e/src/area.spec.ts: it is moved\n    Covered'],
  })
  expect([unitTally(nowhere), journeyTally(nowhere)]).toMatchObject(Array.from({ length: 2 }, () => ({ passed: 0, failures: [] })))
  const noConfig = report({ suites: [], errors: [{ message: 'no tests found' }] })
  expect(journeyTally(noConfig)).toMatchObject({ passed: 0, failures: ['e2e\n    no tests found'] })
})
