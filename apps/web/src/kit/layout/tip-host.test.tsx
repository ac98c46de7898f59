import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tip } from './tip.tsx'
import { TipHost } from './tip-host.tsx'

test('whoever stood on something before its code had come is told about it', async () => {
  const page = render(
    <Tip text="Until 9:30 PM">
      <button type="button">Open</button>
    </Tip>,
  )
  screen.getByRole('button').focus()
  page.rerender(
    <>
      <Tip text="Until 9:30 PM">
        <button type="button">Open</button>
      </Tip>
      <TipHost />
    </>,
  )
  screen.getByRole('button').focus()
  expect(await screen.findByRole('tooltip', { hidden: true })).toHaveProperty('textContent', 'Until 9:30 PM')
})
