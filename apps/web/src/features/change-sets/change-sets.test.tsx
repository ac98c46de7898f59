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
