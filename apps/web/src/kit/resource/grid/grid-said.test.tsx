import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { GridSaid } from './grid-said.tsx'

const column = { key: 'price', label: 'Price', textOf: () => '215.00' }
const row = { id: 'i1', version: 1, price: 21_500 }
const told = (because: string, outcome = 'refused') => {
  const typed = { row, key: 'price', text: 'abc', because, outcome }
  const nothing = { onRescue: () => {}, onDrop: () => {} }
  const edits = { givenOf: () => undefined }
  const { container, unmount } = render(
    <GridSaid
      grid={{ columns: [column] } as never}
      titleOf={() => 'Ghee Rice'}
      typed={typed as never}
      row={row}
      edits={edits as never}
      {...nothing}
    />,
  )
  const text = container.querySelector('.text')?.textContent
  unmount()
  return text
}

test('what is wrong goes on from the name of the cell; a sentence stands for itself', () => {
  expect(told('must be an amount')).toBe('Price of Ghee Rice must be an amount. It is 215.00; you typed “abc”.')
  expect(told('It is not there any more.', 'gone')).toBe('Price of Ghee Rice: It is not there any more. You typed “abc”.')
})
