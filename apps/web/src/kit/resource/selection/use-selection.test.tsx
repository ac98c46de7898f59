import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import '../../../testing/render.tsx'
import { useSelection } from './use-selection.ts'

const all = ['a', 'b', 'c'].map((id) => ({ id }))

/** A list whose rows come when they were read. */
function List() {
  const [rows, setRows] = useState<typeof all>([])
  const [page, setPage] = useState('first')
  const selection = useSelection(rows, page)
  return (
    <>
      <button type="button" onClick={() => setRows(all)}>
        Read
      </button>
      <button type="button" onClick={() => setPage('second')}>
        Next
      </button>
      {rows.map(({ id }) => (
        <input key={id} type="checkbox" aria-label={id} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
      ))}
      <button type="button" onClick={selection.chooseAll}>
        All
      </button>
      {selection.isAll && 'Whatever matches'}
    </>
  )
}

function start() {
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/record', element: <p>The record</p> },
  ])
  render(<RouterProvider router={router} />)
  const go = (to: string | -1) => act(() => router.navigate(to as string))
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const checked = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox').flatMap((box) => (box.checked ? [box.getAttribute('aria-label')] : []))
  return { go, press, checked }
}

afterEach(cleanup)

test('what was chosen is chosen still for whoever comes back from a record, and for nobody who comes another way', async () => {
  const { go, press, checked } = start()
  press('Read')
  for (const name of ['a', 'c']) fireEvent.click(screen.getByRole('checkbox', { name }))
  await go('/record')
  await go(-1)
  expect(screen.queryByRole('checkbox')).toBeNull()
  press('Read')
  expect(checked()).toEqual(['a', 'c'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'a' }))
  expect(checked()).toEqual(['c'])
  await go('/record')
  await go('/')
  press('Read')
  expect(checked()).toEqual([])
})

test('so is whatever matches; on another page nothing is', async () => {
  const { go, press, checked } = start()
  press('Read')
  press('All')
  await go('/record')
  await go(-1)
  press('Read')
  expect(screen.getByText('Whatever matches')).toBeTruthy()
  press('Next')
  expect(checked()).toEqual([])
  expect(screen.queryByText('Whatever matches')).toBeNull()
})
