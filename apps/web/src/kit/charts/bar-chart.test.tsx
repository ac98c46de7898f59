import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { BarChart } from './bar-chart.tsx'

const bars = ['Mon', 'Tue', 'Wed'].map((label, index) => ({
  key: label,
  label,
  mark: label,
  value: (index + 1) * 10,
  before: index === 0 ? null : index * 8,
  words: `${(index + 1) * 10} orders`,
  beforeWords: index === 0 ? '–' : `${index * 8} orders`,
}))
const heads = { by: 'Day', value: 'Orders', before: 'A week before' }
const chart = <BarChart label="Orders by day" heads={heads} bars={bars} tickWords={(value) => `${value}`} />

test('the arrow keys read a chart bar by bar, from the last one', () => {
  renderAt('/', chart)
  const picture = screen.getByRole('application', { name: /^Orders by day\./ })
  const told = () => document.querySelector('.chart-told')?.textContent
  expect(told()).toBe('Wed: 30 orders; a week before 16 orders')
  fireEvent.keyDown(picture, { key: 'ArrowLeft' })
  expect(told()).toBe('Tue: 20 orders; a week before 8 orders')
  fireEvent.keyDown(picture, { key: 'Home' })
  fireEvent.keyDown(picture, { key: 'ArrowLeft' })
  expect(told()).toBe('Mon: 10 orders; a week before –')
  fireEvent.keyDown(picture, { key: 'End' })
  expect(told()).toBe('Wed: 30 orders; a week before 16 orders')
})

test('where the highest is what matters, it is told first', () => {
  const peaked = bars.map((bar, index) => ({ ...bar, value: index === 1 ? 90 : bar.value }))
  renderAt('/', <BarChart label="Orders by day" heads={heads} bars={peaked} tickWords={String} tellsHighest />)
  const told = () => document.querySelector('.chart-told')?.textContent
  expect(told()).toMatch(/^Tue: /)
  fireEvent.keyDown(screen.getByRole('application', { name: /^Orders by day\./ }), { key: 'ArrowRight' })
  expect(told()).toMatch(/^Wed: /)
})

test('behind it is the same as a table, newest first', () => {
  renderAt('/', chart)
  const rows = within(screen.getByRole('table', { name: 'Orders by day', hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DayOrdersA week before',
    'Wed30 orders16 orders',
    'Tue20 orders8 orders',
    'Mon10 orders–',
  ])
})

test('a period without anything says so', () => {
  renderAt('/', <BarChart label="Orders by day" heads={heads} bars={[]} tickWords={String} />)
  expect(screen.getByText('Nothing in this period.')).toBeTruthy()
})
