import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import CategoryTypesScreen from './category-types.screen.tsx'
// Fetched when it is opened: here it is compiled before a test waits for it.
import '#kit/resource/form/form-dialog.tsx'

const id = '01890000-0000-7000-8000-00000000000a'
const dried = { id, name: 'Dried fish', sort: 1, active: true, imageId: null, stores: 0, vertical: 'fish', version: 1 }
const rows = ({ query }: { query: Record<string, string> }) => ({
  rows: query.vertical === 'fish' ? [dried] : [],
  next: null,
  total: null,
})

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /category-types': rows, [`GET /category-types/${id}`]: dried })
})
afterEach(() => server.close())

test.each(['record', 'edit'])('a link to a type leads to the page of its vertical: ?%s=', async (how) => {
  const { address } = renderAt(`/settings/category-types?${how}=${id}`, <CategoryTypesScreen />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Fish types', hidden: true })).toBeTruthy()
  expect(address()).toBe(`/settings/fish-category-types?${how}=${id}`)
  expect(await screen.findByRole('dialog', { name: 'Dried fish' })).toBeTruthy()
})

test('a type of the page that is open, and a new one, stay where they are', async () => {
  const { address, router } = renderAt(`/settings/fish-category-types?record=${id}`, <CategoryTypesScreen />)
  expect(await screen.findByRole('dialog', { name: 'Dried fish' })).toBeTruthy()
  expect(address()).toBe(`/settings/fish-category-types?record=${id}`)
  await router.navigate('/settings/category-types?edit=new')
  expect(await screen.findByRole('dialog', { name: 'Add category type' })).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/settings/category-types?edit=new'))
})
