import { brandContract, cuisineContract, fieldOf, mostUnits, newId, rangeOf } from '@larder/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { use } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#api/client.ts'
import { tagsOfChange } from '#api/tags.ts'
import { type ApiServer, apiError, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { text } from '../../cells/columns.tsx'
import { group } from '../../fields/field.ts'
import { customField, numberField, switchField, textField } from '../../fields/fields.tsx'
import { FormRecord } from '../../fields/reference.tsx'
import { defineResource } from '../define.ts'
import { FormScreen } from './form-screen.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [text('name')],
  form: [group('Cuisine', [textField('name'), numberField('sort', { label: 'Order' }), switchField('active', { label: 'Shown' })])],
  blank: { sort: 0 },
})
const thai = { id: 'c1', name: 'Thai', sort: 3, stores: 0, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 4, allowed: [] }

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'GET /cuisines/c1': thai })
})
afterEach(() => {
  sessionStorage.clear()
  return server.close()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const bodies = (call: string) => server.callsOf(call).map(({ body }) => body)

test('a new one is checked by the contract before it is sent, at the field and summed up', async () => {
  renderAt('/', <FormScreen resource={cuisines} />)
  type('Order', 'many')
  press('Add')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(screen.getByText('Order must be a number')).toBeTruthy()
  expect(screen.getByText('Check: Name, Order.')).toBeTruthy()
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  expect(server.seen).toHaveLength(0)
})

test('a new one is sent whole', async () => {
  server.answer({ 'POST /cuisines': { ...thai, id: 'c2' } })
  const { store } = renderAt('/', <FormScreen resource={cuisines} />)
  type('Name', ' Malabar ')
  // Enter in a field presses the button that submits its form, wherever that stands.
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
  expect([add.type, add.form]).toEqual(['submit', screen.getByLabelText<HTMLInputElement>('Name').form])
  press('Add')
  await waitFor(() => expect(store.getState().snackBar.message).toBe('Cuisine added'))
  expect(bodies('POST /cuisines')).toEqual([{ name: ' Malabar ', sort: 0, active: false }])
})

test('of a new one that is left out which is left empty and may be; of one that is there it may not', async () => {
  const storeId = newId<'store'>()
  const brands = defineResource(brandContract, {
    label: ['Brand', 'Brands'],
    title: (row) => row.name,
    columns: [text('name')],
    form: [group('Brand', [textField('name'), numberField('sort', { label: 'Position' })])],
    blank: { storeId },
  })
  const oil = { id: 'b1', name: 'Oils', sort: 3, version: 1, createdAt: thai.createdAt, allowed: [] }
  server.answer({ 'POST /brands': oil, 'GET /brands/b1': oil })
  const { unmount } = renderAt('/', <FormScreen resource={brands} />)
  type('Name', 'Oils')
  press('Add')
  await waitFor(() => expect(bodies('POST /brands')).toEqual([{ name: 'Oils', storeId }]))
  unmount()
  renderAt('/', <FormScreen resource={brands} id="b1" />)
  await screen.findByDisplayValue('Oils')
  type('Position', '')
  press('Save')
  expect(await screen.findByText('Position is required')).toBeTruthy()
})

test('what was typed of a new one comes back where it was typed, with what is sent though it is not asked for; what keeps it back unseen is told', async () => {
  const brandsOf = (blank: object) =>
    defineResource(brandContract, {
      label: ['Brand', 'Brands'],
      title: (row) => row.name,
      columns: [],
      form: [group('Brand', [textField('name')])],
      ...blank,
    })
  const [here, there] = [newId<'store'>(), newId<'store'>()]
  const form = (storeId: typeof here) => <FormScreen resource={brandsOf({})} blank={{ storeId } as never} />
  server.answer({ 'POST /brands': { id: 'b1', name: 'Oils', sort: 3, version: 1, createdAt: thai.createdAt, allowed: [] } })
  const first = renderAt('/', form(here))
  type('Name', 'Oils')
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  first.unmount()
  const other = renderAt('/', form(there))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
  other.unmount()
  const again = renderAt('/', form(here))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Oils')
  press('Add')
  await waitFor(() => expect(bodies('POST /brands')).toEqual([{ name: 'Oils', storeId: here }]))
  again.unmount()

  const { store } = renderAt('/', <FormScreen resource={brandsOf({})} />)
  type('Name', 'Oils')
  press('Add')
  await waitFor(() => expect(store.getState().snackBar).toMatchObject({ variant: 'error', message: 'Store is required.' }))
})

test('a change lists itself and sends only what differs, with the version it was made on', async () => {
  server.answer({ 'PATCH /cuisines/c1': { ...thai, name: 'Thai food', version: 5 } })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true)
  type('Name', 'Thai food')
  type('Order', '4')
  expect(await screen.findByText('Name: Thai → Thai food · Order: 3 → 4')).toBeTruthy()
  type('Order', '3')
  press('Save')
  await waitFor(() => expect(bodies('PATCH /cuisines/c1')).toEqual([{ version: 4, name: 'Thai food' }]))
})

test('discarding brings back what is stored', async () => {
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  type('Name', 'Nothing')
  press('Discard')
  expect(await screen.findByDisplayValue('Thai')).toBeTruthy()
})

test("the server's refusal stands at its field, what has no field on top, and nothing typed is lost", async () => {
  const error = apiError({
    kind: 'invalid',
    fields: { 'body.name': 'is taken by another cuisine', 'body.colour': 'is not a field of this request' },
  })
  server.answer({ 'PATCH /cuisines/c1': [422, { error }] })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  type('Name', 'Kerala')
  press('Save')
  expect(await screen.findByText('Name is taken by another cuisine')).toBeTruthy()
  expect(screen.getByText('Colour is not a field of this request')).toBeTruthy()
  expect(screen.getByDisplayValue('Kerala')).toBeTruthy()
})

test('a stale save shows what the other one changed, keeps what was typed, and can be saved on top', async () => {
  const theirs = { ...thai, name: 'Siamese', sort: 9, version: 5 }
  const error = apiError({ kind: 'stale', message: 'Arun Das changed this a minute ago.', current: theirs })
  server.answer({ 'PATCH /cuisines/c1': [409, { error }], 'GET /cuisines/c1': thai })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  type('Name', 'Thai food')
  server.answer({ 'GET /cuisines/c1': theirs })
  press('Save')
  expect(await screen.findByText('Arun Das changed this a minute ago.')).toBeTruthy()
  expect(screen.getByText('Name is now “Siamese”; yours will replace it.')).toBeTruthy()
  expect(screen.getByDisplayValue('Thai food')).toBeTruthy()
  expect(screen.getByLabelText('Order')).toHaveProperty('value', '9')
  server.answer({ 'PATCH /cuisines/c1': { ...theirs, name: 'Thai food', version: 6 } })
  press('Save')
  await waitFor(() => expect(bodies('PATCH /cuisines/c1').at(-1)).toEqual({ version: 5, name: 'Thai food' }))
})

test('a newer version that arrives by itself is taken in: silently where nothing was typed, with a word where something was', async () => {
  const { store } = renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  const arrives = async (changes: object) => {
    server.answer({ 'GET /cuisines/c1': { ...thai, ...changes } })
    act(() => void store.dispatch(api.util.invalidateTags(tagsOfChange('cuisine', 'c1'))))
  }
  await arrives({ sort: 7, version: 5 })
  await screen.findByDisplayValue('7')
  expect(screen.queryByText(/while you were typing/)).toBeNull()
  type('Name', 'Mine')
  await arrives({ sort: 8, version: 6 })
  expect(await screen.findByText('Someone changed this while you were typing.')).toBeTruthy()
  expect(screen.getByDisplayValue('Mine')).toBeTruthy()
  expect(screen.getByLabelText('Order')).toHaveProperty('value', '8')
})

test('leaving with unsaved text asks first', async () => {
  const { router, address } = renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  const isReloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await screen.findByDisplayValue('Thai')
  expect(isReloadAsked()).toBe(false)
  type('Name', 'Unsaved')
  await screen.findByText(/Name: Thai/)
  expect(isReloadAsked()).toBe(true)
  act(() => void router.navigate('/elsewhere'))
  expect(await screen.findByText('Leave without saving?')).toBeTruthy()
  press('Cancel')
  expect(address()).toBe('/')
  await act(() => router.navigate('/elsewhere'))
  press('Discard')
  await waitFor(() => expect(address()).toBe('/elsewhere'))
})

test('what can be typed, and what a number may be, comes from the contract', async () => {
  renderAt('/', <FormScreen resource={cuisines} />)
  const { max = 0 } = rangeOf(fieldOf(cuisineContract.create.shape.body, 'name'))
  expect(screen.getByLabelText('Name').getAttribute('maxlength')).toBe(String(mostUnits(max)))
  expect(screen.getByText('0 to 9,999')).toBeTruthy()
  expect(screen.getByLabelText('Order').getAttribute('maxlength')).toBeNull()
  type('Name', 'Malabar')
  type('Order', '10000')
  press('Add')
  expect(await screen.findByText('Order must be at most 9999')).toBeTruthy()
  expect(server.seen).toHaveLength(0)
})

test('what was typed is back after the form was torn away, says so, and tells what changed meanwhile; saved, it is not kept any more', async () => {
  const first = renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByDisplayValue('Thai')
  type('Name', 'Thai food')
  await screen.findByText('Name: Thai → Thai food')
  first.unmount()
  const theirs = { ...thai, name: 'Siamese', sort: 9, version: 5 }
  server.answer({ 'GET /cuisines/c1': theirs, 'PATCH /cuisines/c1': { ...theirs, name: 'Thai food', version: 6 } })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  expect(await screen.findByDisplayValue('Thai food')).toBeTruthy()
  expect(screen.getByText(/What you typed here before is back/)).toBeTruthy()
  expect(screen.getByText('Name is now “Siamese”; yours will replace it.')).toBeTruthy()
  press('Save')
  await waitFor(() => expect(bodies('PATCH /cuisines/c1').at(-1)).toEqual({ version: 5, name: 'Thai food' }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

test('inputs know the record with what is typed of it by now', async () => {
  const Known = () => {
    const record = use(FormRecord) as typeof thai | null
    return <output>{`${record?.id ?? 'new'}: ${record?.name ?? ''}`}</output>
  }
  const knowing = customField<'sort', number>('sort', { label: 'Order', input: () => <Known /> })
  const told = defineResource(cuisineContract, {
    label: cuisines.label,
    title: cuisines.title,
    columns: cuisines.columns,
    form: [group('Cuisine', [textField('name'), knowing])],
  })
  const { unmount } = renderAt('/', <FormScreen resource={told} id="c1" />)
  expect(await screen.findByText('c1: Thai')).toBeTruthy()
  type('Name', 'Siamese')
  expect(await screen.findByText('c1: Siamese')).toBeTruthy()
  unmount()
  sessionStorage.clear()
  renderAt('/', <FormScreen resource={told} />)
  type('Name', 'Malabar')
  expect(await screen.findByText('new: Malabar')).toBeTruthy()
})

test('what a role may not change of a record is to be read, with the reason; only the rest is sent', async () => {
  server.answer({ 'GET /cuisines/c1': { ...thai, editable: ['sort'] }, 'PATCH /cuisines/c1': { ...thai, sort: 4, version: 5 } })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await screen.findByLabelText('Order')
  expect(screen.queryByLabelText('Name')).toBeNull()
  expect(screen.getByText('Thai', { selector: 'div' })).toBeTruthy()
  expect(screen.getByText('Name may not be changed by your role')).toBeTruthy()
  type('Order', '4')
  press('Save')
  await waitFor(() => expect(bodies('PATCH /cuisines/c1')).toEqual([{ version: 4, sort: 4 }]))
})
