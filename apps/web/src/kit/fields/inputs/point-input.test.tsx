import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../../testing/render.tsx'
import { unbound } from '../unbound.ts'
import { PointInput } from './point-input.tsx'

test('of one coordinate that is typed the other is not made up', () => {
  const taken: unknown[] = []
  renderAt(
    '/',
    <PointInput
      {...unbound}
      id="p"
      name="p"
      label="Position"
      value={null}
      onChange={(value) => taken.push(value)}
      around={{ areas: [], dots: [] }}
    />,
  )
  const type = (label: string, text: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    fireEvent.blur(screen.getByLabelText(label))
  }
  type('Position: longitude', '76.293')
  expect(taken).toEqual([{ unfinished: 'needs a latitude' }])
  expect(screen.getByLabelText<HTMLInputElement>('Position: latitude').value).toBe('')
  expect(screen.getByLabelText<HTMLInputElement>('Position: longitude').value).toBe('76.293')
  type('Position: latitude', '9.98')
  expect(taken.at(-1)).toEqual({ lat: 9.98, lng: 76.293 })
})
