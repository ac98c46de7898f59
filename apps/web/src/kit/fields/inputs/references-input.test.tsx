import { categoryTypeContract, newId, type Store, storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { defineResource } from '../../resource/define.ts'
import { FormScreen } from '../../resource/form/form-screen.tsx'
import { referencesField } from '../choice-fields.tsx'
import { group } from '../field.ts'

const [dried, shellfish] = [newId(), newId()]

const { create: _, ...profile } = storeContract
const stores = defineResource(profile, {
  label: ['Store', 'Stores'],
  title: (store) => store.name,
  columns: [],
  form: [
    group('Listed under', [
      referencesField('categoryTypeIds', {
        label: 'Types',
        from: categoryTypeContract,
        title: (row) => row.name,
        queryOf: ({ vertical }: Store) => ({ vertical }),
      }),
    ]),
  ],
  draftOf: (store) => ({ categoryTypeIds: store.categoryTypes.map(({ id }) => id) }),
})

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /stores/s1': { id: 's1', name: 'Kayal', version: 1, vertical: 'fish', categoryTypes: [{ id: dried, name: 'Dried' }], allowed: [] },
    'GET /category-types': { rows: [{ id: shellfish, name: 'Shellfish', version: 1 }], next: null, total: null },
    [`GET /category-types/${dried}`]: { id: dried, name: 'Dried', version: 1 },
    'PATCH /stores/s1': { id: 's1', name: 'Kayal', version: 2, vertical: 'fish', categoryTypes: [], allowed: [] },
  })
})
afterEach(() => server.close())

test('what is chosen is named though no search found it; the choice is of what fits the record', async () => {
  renderAt('/', <FormScreen resource={stores} id="s1" />)
  expect(await screen.findByText('Dried')).toBeTruthy()
  expect(server.callsOf('GET /category-types')).toEqual([])
  fireEvent.mouseDown(screen.getByLabelText('Types'))
  fireEvent.click(await screen.findByText('Shellfish'))
  expect(server.callsOf('GET /category-types').map(({ query }) => query)).toEqual([{ vertical: 'fish', limit: '20' }])
  expect(screen.getAllByText(/^(Dried|Shellfish)$/).map(({ textContent }) => textContent)).toEqual(['Dried', 'Shellfish'])
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsOf('PATCH /stores/s1')[0]?.body).toEqual({ version: 1, categoryTypeIds: [dried, shellfish] }))
})

test('what is typed stays while what is found of it arrives, and goes once something is chosen', async () => {
  renderAt('/', <FormScreen resource={stores} id="s1" />)
  await screen.findByText('Dried')
  const input = screen.getByLabelText<HTMLInputElement>('Types')
  fireEvent.mouseDown(input)
  for (const text of ['S', 'Sh', 'She']) {
    fireEvent.change(input, { target: { value: text } })
    await waitFor(() => expect(server.callsOf('GET /category-types').map(({ query }) => query?.q)).toContain(text))
    await screen.findByText('Shellfish')
    expect(input.value).toBe(text)
  }
  fireEvent.click(screen.getByText('Shellfish'))
  expect(input.value).toBe('')
})
