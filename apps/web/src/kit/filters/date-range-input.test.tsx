import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { DateRangeInput } from './date-range-input.tsx'

test('both days have a name; what is not yet a day cuts nothing', async () => {
  const onChange = vi.fn()
  renderAt('/', <DateRangeInput label="Placed" from="2026-11-03" to="" onChange={onChange} />)
  const type = async (name: string, value: string) => fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } })
  await type('To', 'Nov')
  expect(onChange).not.toHaveBeenCalled()
  await type('To', 'Nov 9, 2026')
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-11-03', to: '2026-11-09' })
  await type('From', '')
  expect(onChange).toHaveBeenLastCalledWith({ from: '', to: '' })
})
