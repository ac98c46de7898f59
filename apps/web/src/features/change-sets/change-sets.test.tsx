import { type ChangeRow, type ChangeSet, changeRowContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FormRecord } from '#kit/fields/reference.tsx'
import { unbound } from '#kit/fields/unbound.ts'
import { Dialog } from '#kit/layout/dialog.tsx'
import { tagsOfChange, tagsOfRead } from '../../api/tags.ts'
import { renderAt } from '../../testing/render.tsx'
import { changeRows } from './change-rows.resource.tsx'
import { changeSets } from './change-sets.resource.tsx'
import { rowsText } from './change-words.tsx'
import { GivenInput } from './given-input.tsx'
import { Standing } from './standing.tsx'
// Fetched when it is needed: here it is compiled before a test waits for it.
import '#kit/fields/inputs/text-inputs.tsx'

const counts = { newRows: 3, newCategories: 1, changedRows: 2, missingRows: 0, sameRows: 0, errorRows: 2, warningRows: 1 }
const set = { id: 's1', status: 'validated', ...counts } as ChangeSet

const outcome = changeRows.columns.find(({ key }) => key === 'outcome')
const outcomeOf = (row: Partial<ChangeRow>) => outcome?.text(row as ChangeRow)

test('a row that was left out for its error says so, and what became of rows is read anew once their set went on', () => {
  expect(outcomeOf({ outcome: 'left-out', level: 'error' })).toBe('Left out: error')
  expect(outcomeOf({ outcome: 'left-out', level: 'warning' })).toBe('Left out')
  expect(outcomeOf({ outcome: null, level: 'error' })).toBe('')
  expect(tagsOfRead(changeRowContract.list, {})).toContainEqual(tagsOfChange('change-set', 's1')[0])
})

test('new categories are counted beside new items, and what is wrong leads to its rows', () => {
  renderAt('/', <Standing set={set} />)
  expect(screen.getByText('New categories')).toBeTruthy()
  expect(screen.getByRole('link', { name: '2 rows have errors' }).getAttribute('href')).toMatch(/\?tab=errors$/)
  expect(screen.getByRole('link', { name: 'One row has a warning' }).getAttribute('href')).toMatch(/\?tab=rows&level=warning$/)
  const errors = changeSets.tabs?.find(({ key }) => key === 'errors')
  expect(errors?.count?.(set)).toBe(2)
})

test('whoever approves a set is told what whoever sent it was', () => {
  const awaiting = {
    ...set,
    title: 'menu.csv',
    madeBy: 'Ranjith',
    stores: 1,
    status: 'awaiting-approval',
    needsApproval: 'A price moves by 54 %.',
  }
  renderAt('/', <Standing set={awaiting as ChangeSet} />)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    '2 rows have errors: they are left out.',
    'A price moves by 54 %.',
  ])
  expect(screen.getByRole('link', { name: 'One row has a warning' })).toBeTruthy()
  const approve = changeSets.actions?.find(({ label }) => label === 'Approve') as { question: (row: unknown) => string } | undefined
  expect(approve?.question(awaiting)).toContain('2 rows with errors are left out.')
})

test('everything that is said of a row is a line of its own, and a new category is called one', () => {
  const remarks = [
    { field: 'price', level: 'error', words: 'must be an amount' },
    { field: 'category', level: 'info', words: 'is a new category' },
  ]
  const cellOf = (key: string, row: object) => changeRows.columns.find((column) => column.key === key)?.cell(row as ChangeRow)
  renderAt('/', <>{cellOf('remarks', { level: 'error', reason: null, remarks })}</>)
  expect(screen.getByText('Error: Price must be an amount').tagName).toBe('DIV')
  expect(screen.getByText('Category is a new category').tagName).toBe('DIV')
  const kind = changeRows.columns.find(({ key }) => key === 'kind')
  expect(kind?.text({ kind: 'new', changes: [] } as unknown as ChangeRow)).toBe('New category')
  expect(kind?.text({ kind: 'new', changes: [{ field: 'name', old: null, new: 'Halwa' }] } as unknown as ChangeRow)).toBe('New')
})

test('a row is mended from the cell that is wrong on, which says what is wrong until it says something else', async () => {
  const remarks = [{ field: 'price', level: 'error', words: 'must be an amount' }]
  const row = { id: 'r1', version: 1, given: { name: 'Halwa', price: 'much', unit: 'Piece' }, remarks }
  function Mended() {
    const [given, setGiven] = useState<unknown>(row.given)
    return (
      <FormRecord value={row as never}>
        <GivenInput {...unbound} id="given" name="given" label="Cells" value={given} onChange={setGiven} />
      </FormRecord>
    )
  }
  renderAt(
    '/',
    <Dialog title="Correct" open onClose={() => {}}>
      <Mended />
    </Dialog>,
  )
  const price = await screen.findByLabelText('Price')
  await waitFor(() => expect(document.activeElement).toBe(price))
  expect(screen.getByRole('alert').textContent).toBe('must be an amount')
  fireEvent.change(price, { target: { value: '60' } })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each([
  ['keep', '1 changed, 2 same, 27 not in the file, kept as they are'],
  ['unavailable', '1 changed, 2 same, 27 not in the file, become unavailable'],
] as const)('what the file does not have says what becomes of it: %s', (missing, words) => {
  const none = { newRows: 0, newCategories: 0, changedRows: 1, sameRows: 2, missingRows: 27 }
  expect(rowsText({ ...none, missing } as ChangeSet)).toBe(words)
})
