import { addMinutes, currentInstant, type Ticket } from '@larder/contract'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tickets } from './tickets.resource.tsx'

const due = tickets.columns.find(({ key }) => key === 'solveDueAt')
const told = (given: Partial<Ticket>) => {
  const now = currentInstant()
  const ticket = { state: 'open', answeredAt: now, answerDueAt: now, solveDueAt: now, ...given } as Ticket
  const { container, unmount } = render(due?.cell(ticket))
  const text = container.textContent
  unmount()
  return text
}

test('a list says whether the answer or the solution comes next, and by how much it is due or overdue', () => {
  const later = (minutes: number) => addMinutes(currentInstant(), minutes)
  expect(told({ answeredAt: null, answerDueAt: later(-185) })).toBe('Answer overdue by 3 h')
  expect(told({ answeredAt: null, answerDueAt: addMinutes(later(20), 0.5) })).toBe('Answer due in 20 min')
  expect(told({ solveDueAt: later(-61) })).toBe('Solution overdue by 1 h')
  expect(told({ state: 'waiting-customer', solveDueAt: later(-61) })).toBe('Clock stopped')
  expect(told({ answeredAt: null, answerDueAt: addMinutes(currentInstant(), 0.5) })).toBe('Answer due in <1 min')
  expect(told({ answeredAt: null, answerDueAt: addMinutes(currentInstant(), -0.5) })).toBe('Answer overdue by <1 min')
  expect(told({ state: 'solved' })).toBe('–')
})
