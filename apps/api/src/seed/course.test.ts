import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Course, drawCourse, standAt } from './course.ts'
import { createRandom } from './random.ts'

const placed = Date.UTC(2026, 5, 1, 12)
const never = Number.POSITIVE_INFINITY

function ended(seed: string, facts: Pick<Parameters<typeof drawCourse>[1], 'attended' | 'prepMinutes' | 'travelMinutes'>): Course {
  const random = createRandom(seed)
  while (true) {
    const course = drawCourse(random, { ...facts, placed, slot: null, leadHours: 0 })
    if (course.end) return course
  }
}

test('what was rejected or cancelled has never left the store', () => {
  const facts = fc.record({
    attended: fc.boolean(),
    prepMinutes: fc.integer({ min: 5, max: 15 }),
    travelMinutes: fc.option(fc.integer({ min: 1, max: 15 })),
  })
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 8 }), facts, (seed, asked) => {
      const stand = standAt(ended(seed, asked), never)
      if (stand.status !== 'failed') expect(stand).toMatchObject({ picked: null, delivered: null })
    }),
    { numRuns: 10_000 },
  )
})
