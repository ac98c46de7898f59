import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { unbound } from '../unbound.ts'
import { ChecksInput } from './checks-input.tsx'

afterEach(cleanup)

const optionsOf = (count: number) => Array.from({ length: count }, (_, place) => ({ value: `o${place}`, label: `Order ${place}` }))

function Checks({ count, most }: { count: number; most?: number }) {
  const [value, setValue] = useState<unknown>(['o1'])
  const range = most === undefined ? {} : { range: { max: most } }
  const options = optionsOf(count)
  return (
    <>
      <ChecksInput {...unbound} {...range} id="take" name="take" label="Take" options={options} value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  )
}

const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^All/ })
const value = () => screen.getByRole('status').textContent

test('many are ticked at once, and none of them once all are; some of them is neither', () => {
  render(<Checks count={6} />)
  expect([all().checked, all().indeterminate]).toEqual([false, true])
  fireEvent.click(all())
  expect([all().checked, all().indeterminate, value()]).toEqual([true, false, 'o0,o1,o2,o3,o4,o5'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Order 3' }))
  expect([all().checked, all().indeterminate]).toEqual([false, true])
  fireEvent.click(all())
  fireEvent.click(all())
  expect([all().checked, all().indeterminate, value()]).toEqual([false, false, ''])
})

test.each([
  ['a few', { count: 5 }],
  ['more than may be chosen', { count: 8, most: 3 }],
])('%s are ticked one by one', (_, given) => {
  render(<Checks {...given} />)
  expect(screen.queryByRole('checkbox', { name: /^All/ })).toBeNull()
})
