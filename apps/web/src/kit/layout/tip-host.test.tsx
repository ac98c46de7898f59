import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Tip } from './tip.tsx'
import { TipHost } from './tip-host.tsx'

test('whoever stood on something before its code had come is told about it', async () => {
  const drawn = (hasCome: boolean) => (
    <>
      <Tip text="Until 9:30 PM">
        <button type="button">Open</button>
      </Tip>
      {hasCome && <TipHost />}
    </>
  )
  const page = render(drawn(false))
  screen.getByRole('button').focus()
  page.rerender(drawn(true))
  expect(await screen.findByRole('tooltip', { hidden: true })).toHaveProperty('textContent', 'Until 9:30 PM')
})
