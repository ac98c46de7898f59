import { type Granted, permissions } from '@larder/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { permissionWords } from './grant-words.ts'
import { GrantsTable } from './grants-table.tsx'

const base: Granted[] = [
  { permission: 'order.view', limitMinor: null },
  { permission: 'refund.create', limitMinor: 50_000 },
]

function Edited({ whyNot }: { whyNot?: (permission: string) => string | null }) {
  const [grants, setGrants] = useState<Granted[]>(base)
  return (
    <>
      <GrantsTable grants={grants} base={base} onChange={setGrants} {...(whyNot && { whyNot })} />
      <output>{grants.map(({ permission }) => permission).join(' ')}</output>
    </>
  )
}

const box = (name: string) => screen.getByRole('checkbox', { name })
const granted = () => screen.getByRole('status').textContent
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement as Element, { key, ...more })

test('every permission of the code is on the screen, and nothing else', () => {
  renderAt('/', <Edited />)
  const shown = screen.getAllByRole('checkbox').map((each) => each.getAttribute('aria-label'))
  expect(shown.sort()).toEqual(permissions.map(permissionWords).sort())
})

test('one box is on the way of the Tab key; arrows move from there, the space bar grants and takes', () => {
  renderAt('/', <Edited />)
  expect(screen.getAllByRole('checkbox').filter((each) => each.tabIndex === 0)).toEqual([box('View approvals')])
  box('View orders').focus()
  press('ArrowRight')
  expect(document.activeElement).toBe(box('Create orders'))
  press('ArrowRight')
  expect(document.activeElement).toBe(box('Edit orders'))
  expect(document.activeElement?.getAttribute('tabindex')).toBe('0')
  press('ArrowDown')
  expect(document.activeElement).toBe(box('Edit stores'))
  press('ArrowUp')
  press('End')
  expect(document.activeElement).toBe(box('Reveal orders'))
  press('Home')
  expect(document.activeElement).toBe(box('View orders'))
  press('ArrowUp')
  expect(document.activeElement).toBe(box('View dashboard'))
  press('End', { ctrlKey: true })
  expect(document.activeElement).toBe(box('Edit message templates'))
  fireEvent.click(document.activeElement as Element)
  expect(granted()).toBe('order.view refund.create setting-templates.edit')
})

test('what is changed says so, and can be seen alone', () => {
  renderAt('/', <Edited />)
  fireEvent.click(box('View orders'))
  fireEvent.click(box('View riders'))
  expect([box('View orders, removed'), box('View riders, added')].map((each) => (each as HTMLInputElement).checked)).toEqual([false, true])
  fireEvent.click(screen.getByRole('button', { name: 'Only changes' }))
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Orders', 'Riders'])
  fireEvent.click(box('View riders, added'))
  fireEvent.click(box('View orders, removed'))
  expect(screen.getByText('Nothing is changed yet.')).toBeTruthy()
})

test('lines are found by the resource and by the permission', async () => {
  renderAt('/', <Edited />)
  const search = screen.getByRole('searchbox')
  for (const [typed, lines] of [
    ['reveal cust', ['Customers', "One customer's phone or e-mail at a time"]],
    ['tax-invoice.app', ['Tax invoices']],
  ] as const) {
    fireEvent.change(search, { target: { value: typed } })
    fireEvent.keyDown(search, { key: 'Enter' })
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(lines)
  }
})

test('a limit stands beside the permission that has one, in the installation’s currency', async () => {
  renderAt('/', <Edited />)
  const limit = await screen.findByLabelText('Create refunds up to')
  expect((limit as HTMLInputElement).value).toBe('500.00')
  fireEvent.change(limit, { target: { value: '750' } })
  expect(screen.getByText(/up to ₹500.00 before/)).toBeTruthy()
})

test('nobody grants what they lack', () => {
  renderAt('/', <Edited whyNot={(permission) => (permission === 'rider.view' ? 'You lack it.' : null)} />)
  fireEvent.click(box('View riders'))
  expect([granted(), box('View riders').getAttribute('aria-disabled')]).toEqual(['order.view refund.create', 'true'])
})

test('to be read it has marks, no boxes', () => {
  renderAt('/', <GrantsTable grants={base} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
  const orders = screen.getByRole('row', { name: /^Orders/ })
  expect(
    within(orders)
      .getAllByRole('img')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['View orders'])
  expect(screen.getByText('Create up to ₹500.00')).toBeTruthy()
})
