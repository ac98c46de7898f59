import { expect, test } from 'vitest'
import { blackOnWhite } from './level-page.ts'

/** A page of one grey, with lines of another one. */
const page = (paper: number, ink: number) => ({
  width: 100,
  height: 100,
  data: Uint8Array.from({ length: 10_000 }, (_, at) => (Math.floor(at / 100) % 20 === 0 ? ink : paper)),
})

test('grey ink on grey paper becomes black on white, and so stays what is', () => {
  for (const [paper, ink] of [
    [245, 110],
    [238, 20],
    [255, 0],
  ] as const)
    expect([...new Set(blackOnWhite(page(paper, ink)).data)], `${ink} on ${paper}`).toEqual([0, 255])
})

test('a page with hardly anything on it is not made darker than it is', () => {
  const { data } = blackOnWhite(page(245, 200))
  expect(Math.min(...data)).toBeGreaterThan(150)
})
