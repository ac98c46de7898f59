import { cuisineContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { type Action, confirmAction } from '../../actions/action.ts'
import { text } from '../../cells/columns.tsx'
import { group } from '../../fields/field.ts'
import { textField } from '../../fields/fields.tsx'
import type { BaseRow } from '../../row.ts'
import { defineResource } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { DetailScreen } from './detail-screen.tsx'

const rename = confirmAction(cuisineContract.update, {
  label: 'Rename',
  tone: 'primary',
  question: () => 'It is called otherwise.',
  asks: [textField('name')],
})
const define = (actions: Action<BaseRow>[]) =>
  defineResource(cuisineContract, {
    label: ['Cuisine', 'Cuisines'],
    title: (row) => row.name,
    columns: [text('name')],
    form: [group('Cuisine', [textField('name')])],
    sort: 'name',
    actions,
  })
const cuisines = define([])
const thai = { id: 'c0', name: 'Cuisine 0', sort: 0, stores: 0, active: true, createdAt: '2026-11-20T10:00:00.000Z', version: 1 }

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  server = await startApiServer({
    'GET /cuisines': () => ({ rows: [thai], next: null, total: null }),
    'GET /saved-views': [200, { rows: [], next: null, total: null }],
  })
})
afterEach(() => server.close())

test('a form over the list asks before its text is lost to Back; to discard is to say so', async () => {
  server.answer({ 'GET /cuisines/c0': () => ({ ...thai, allowed: [{ action: 'update', because: null }] }) })
  const { router, address } = renderAt('/', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('link', { name: 'Cuisine 0' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const name = await screen.findByDisplayValue('Cuisine 0')
  fireEvent.change(name, { target: { value: 'Typed' } })
  await screen.findByText('Name: Cuisine 0 → Typed')
  act(() => void router.navigate(-1))
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByDisplayValue('Typed')).toBeTruthy()
  expect(address()).toBe('/?edit=c0')
  fireEvent.click(screen.getByRole('button', { name: 'Discard', hidden: true }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('a record beside its list is read first, at an address of its own; who may not change it gets no form at any', async () => {
  server.answer({ 'GET /cuisines/c0': () => ({ ...thai, allowed: [] }) })
  renderAt('/?edit=c0', <ListScreen resource={cuisines} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Cuisine 0' }))
  expect(dialog.getByRole('tab', { name: 'History' })).toBeTruthy()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('the keys that its acts show work while it is open, and not while somebody types in a dialog above it', async () => {
  server.answer({ 'GET /cuisines/c0': () => ({ ...thai, allowed: [{ action: 'update', because: null }] }) })
  renderAt('/?record=c0', <ListScreen resource={define([rename])} />)
  const dialog = await screen.findByRole('dialog', { name: 'Cuisine 0' })
  await within(dialog).findByRole('button', { name: 'Rename' })
  fireEvent.keyDown(within(dialog).getByRole('tab', { name: 'History' }), { key: 'a' })
  const asked = await screen.findByRole('dialog', { name: 'Rename' })
  fireEvent.keyDown(within(asked).getByRole('textbox', { name: 'Name' }), { key: 'a' })
  expect(screen.getAllByRole('dialog', { name: 'Rename' })).toHaveLength(1)
})

test('a fact that the form can change leads to its field; who may not change it sees no way there', async () => {
  server.answer({ 'GET /cuisines/c0': () => ({ ...thai, allowed: [{ action: 'update', because: null }] }) })
  const { unmount } = renderAt('/?record=c0', <ListScreen resource={cuisines} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Name' }))
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Name' }))
  unmount()
  server.answer({ 'GET /cuisines/c0': () => ({ ...thai, allowed: [{ action: 'update', because: 'It is in use.' }] }) })
  renderAt('/?record=c0', <ListScreen resource={cuisines} />)
  await screen.findByRole('dialog', { name: 'Cuisine 0' })
  expect(screen.queryByRole('button', { name: 'Edit Name' })).toBeNull()
})

test('a page of a record that is not there says so in its heading', async () => {
  renderAt('/', <DetailScreen resource={cuisines} id="gone" />)
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
})
