import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { createInFlight } from './in-flight.ts'

test('what had begun is waited for, whether it goes well or not; nothing begins after that', async () => {
  const inFlight = createInFlight()
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const answers = Promise.allSettled([inFlight.follow(() => good.promise), inFlight.follow(() => bad.promise)])
  let isOver = false
  const ended = inFlight.end().then(() => {
    isOver = true
  })
  await expect(inFlight.follow(async () => 'late')).rejects.toThrow(Refusal)
  good.resolve('done')
  await Promise.resolve()
  expect(isOver).toBe(false)
  bad.reject(new Error('broken'))
  await ended
  expect(await answers).toMatchObject([{ value: 'done' }, { status: 'rejected' }])
})
