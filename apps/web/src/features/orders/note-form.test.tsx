import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { NoteForm } from './note-form.tsx'

let server: ApiServer
beforeEach(async () => {
  sessionStorage.clear()
  server = await startApiServer({ 'POST /orders/o1/notes': { id: 'o1' } })
})
afterEach(() => server.close())

const note = () => screen.findByLabelText('Note')

test('a half-typed note is there again when the page is drawn anew, of its own order alone; added, it is gone', async () => {
  const first = renderAt('/', <NoteForm order={{ id: 'o1' as never }} />)
  fireEvent.change(await note(), { target: { value: 'Call before the' } })
  fireEvent.click(screen.getByLabelText('Visible to store and customer'))
  first.unmount()
  const other = renderAt('/', <NoteForm order={{ id: 'o2' as never }} />)
  expect(await note()).toHaveProperty('value', '')
  other.unmount()
  renderAt('/', <NoteForm order={{ id: 'o1' as never }} />)
  expect(await note()).toHaveProperty('value', 'Call before the')
  fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(server.seen.at(-1)?.body).toEqual({ text: 'Call before the', isInternal: false }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  expect(await note()).toHaveProperty('value', '')
})
