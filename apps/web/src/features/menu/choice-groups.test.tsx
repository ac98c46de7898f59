import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import '#kit/resource/form/form-dialog.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { choiceGroups } from './choice-groups.resource.tsx'

const storeId = '01890000-0000-7000-8000-000000000002'
const group = {
  ...{ id: '01890000-0000-7000-8000-000000000003', storeId, store: { id: storeId, name: 'Spice Court' }, kind: 'option', name: 'Size' },
  ...{ minChoices: 1, maxChoices: 1, freeChoices: 0, items: 1, itemIds: [], skus: [], sort: 1, place: 1, version: 4 },
  choices: [{ name: 'Large', priceDelta: { minor: 5000, currency: 'INR' }, available: true }],
  ...{ createdAt: '2026-11-20T10:00:00.000Z', allowed: ['update', 'merge'].map((action) => ({ action, because: null })) },
}
const kept = { ...group, id: '01890000-0000-7000-8000-000000000004', name: 'Portion', version: 7 }
const path = `/choice-groups/${group.id}`
const said = 'must be confirmed: customers would have Sauce for nothing, which costs something now'

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  const none = { rows: [], next: null, total: null }
  server = await startApiServer({
    'GET /choice-groups': [200, { ...none, rows: [group, kept] }],
    [`GET /choice-groups/${kept.id}`]: [200, kept],
    [`GET ${path}`]: [200, group],
    'GET /saved-views': [200, none],
    'GET /items': [200, none],
    [`PATCH ${path}`]: ({ body }) =>
      (body as { itemsMayBecomeFree?: boolean }).itemsMayBecomeFree
        ? { ...group, minChoices: 0, version: 5 }
        : [422, { error: apiError({ kind: 'invalid', message: said, fields: { 'body.itemsMayBecomeFree': said } }) }],
  })
})
afterEach(() => server.close())

test('a change by which an item becomes free is refused at the switch that lets it, and saved once that is on', async () => {
  renderAt(`/?edit=${group.id}`, <ListScreen resource={choiceGroups} fixed={{ storeId }} />)
  fireEvent.change(await screen.findByLabelText('At least'), { target: { value: '0' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(said, { exact: false })
  fireEvent.click(screen.getByLabelText('Items may become free'))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => server.callsOf(`PATCH ${path}`).map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    { version: 4, minChoices: 0 },
    { version: 4, minChoices: 0, itemsMayBecomeFree: true },
  ])
})

test('a merge says nothing of items that become free unless somebody does', async () => {
  const merge = `POST ${path}/merge`
  server.answer({ [merge]: group })
  renderAt('/', <ListScreen resource={choiceGroups} fixed={{ storeId }} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions on Size' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Merge' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge choice groups' }))
  fireEvent.change(await dialog.findByRole('combobox', { name: 'Into' }), { target: { value: 'Portion' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Portion' }))
  await dialog.findByText('Portion: ', { exact: false })
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(server.callsOf(merge)).toHaveLength(1))
  expect(server.callsOf(merge)[0]?.body).toEqual({ version: 4, into: { id: kept.id, version: 7 } })
})
