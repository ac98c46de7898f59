import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { MenuUploadForm } from './menu-upload-form.tsx'

const id = '01890000-0000-7000-8000-000000000009'
const store = { id, name: 'Fish Cove', version: 1, number: 'S-1', allowed: [] }

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ [`GET /stores/${id}`]: store, 'GET /stores': { rows: [store], next: null, total: null } })
})
afterEach(() => server.close())

test('what is missing is named at once: the store, and the file', async () => {
  renderAt('/', <MenuUploadForm />)
  fireEvent.click(await screen.findByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Store is required')).toBeTruthy()
  expect(screen.getByText('Choose a file first.')).toBeTruthy()
})

test('whoever is of one store alone is not asked which', async () => {
  renderAt('/', <MenuUploadForm />, { who: person({ scope: { kind: 'store', ids: [id] } }) })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Store' }).value).toBe('Fish Cove'))
  fireEvent.click(screen.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByText('Choose a file first.')).toBeTruthy()
  expect(screen.queryByText('Store is required')).toBeNull()
})
