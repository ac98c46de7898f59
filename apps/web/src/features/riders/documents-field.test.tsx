import { screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { person, renderAt } from '../../testing/render.tsx'
import { Ending } from './documents-field.tsx'

afterEach(() => vi.useRealTimers())

test('a paper ends by the day of the installation, whatever day it is in Greenwich', () => {
  // Half past one in the morning of the third, in Kochi.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-02T20:00:00.000Z') })
  const who = person()
  renderAt('/', <Ending expiresOn="2026-12-02" />, {
    who: { ...who, installation: { ...who.installation, timeZone: 'Asia/Kolkata' } },
  })
  screen.getByText('Ended')
})
