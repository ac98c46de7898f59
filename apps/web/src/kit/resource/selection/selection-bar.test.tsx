import { cuisineContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#api/client.ts'
import type { AppStore } from '#app/store.ts'
import { type ApiServer, apiError, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { action, confirmAction } from '../../actions/action.ts'
import { text } from '../../cells/columns.tsx'
import { textField } from '../../fields/fields.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from '../list/list-screen.tsx'

const plain = {
  label: ['Cuisine', 'Cuisines'],
  title: ({ name }: { name: string }) => name,
  columns: [text<'name'>('name')],
} as const
const cuisines = defineResource(cuisineContract, {
  ...plain,
  bulk: [{ act: action(cuisineContract.update, { label: 'Hide', body: () => ({ active: false }) }), done: 'hidden' }],
})
const rows = ['Thai', 'Malabar', 'Arab'].map((name) => ({ id: name, name, version: 1, allowed: [{ action: 'update', because: null }] }))
const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } }

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  happyDOM.setViewport({ width: 390, height: 844 })
  server = await startApiServer({
    'GET /cuisines': { rows, next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
  })
})
afterEach(async () => {
  happyDOM.setViewport({ width: 1024, height: 768 })
  await server.close()
})

test.each([
  ['cards of the list', cuisines],
  ['cards of its own', { ...cuisines, card: ({ name }: { name: string }) => name }],
])('on a phone, where no head of a table does, the bar selects the whole page: %s', async (_, resource) => {
  renderAt('/', <ListScreen resource={resource} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  fireEvent.click(bar.getByRole('button', { name: 'Select page' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  expect(bar.queryByRole('button', { name: 'Select page' })).toBeNull()
})

test('what can be done with a selection may come once there is one; with which rows it was not done is said by name, each with its reason', async () => {
  const later = defineResource(cuisineContract, {
    ...plain,
    bulkLater: {
      permissions: ['setting.edit'],
      load: async () => ({
        acts: cuisines.bulk ?? [],
        controls: [{ permission: 'setting.view', control: (chosen) => <p key="all">{chosen.length} on one paper</p> }],
      }),
    },
  })
  const error = apiError({ kind: 'stale', message: 'Somebody else was first.' })
  server.answer({ 'PATCH /cuisines/Thai': [409, { error }], 'PATCH /cuisines/Arab': rows.at(-1) ?? {} })
  renderAt('/', <ListScreen resource={later} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Arab' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  expect(await bar.findByText('2 on one paper')).toBeTruthy()
  fireEvent.click(bar.getByRole('button', { name: 'Hide' }))
  const refused = await bar.findByRole('list', { name: 'Not done' })
  expect(refused.textContent).toBe('Thai Somebody else was first.')
  await waitFor(() => expect(bar.getByText('1 selected')).toBeTruthy())
  fireEvent.click(bar.getByRole('button', { name: 'Close' }))
  expect(bar.queryByRole('list', { name: 'Not done' })).toBeNull()
})

test('what is done one after the other can be stopped: no more is sent, and of each it is said', async () => {
  const first = Promise.withResolvers<void>()
  const asking = defineResource(cuisineContract, {
    ...plain,
    bulk: [
      {
        act: confirmAction(cuisineContract.update, { label: 'Hide', question: () => 'Sure?', body: () => ({ active: false }) }),
        done: 'hidden',
      },
    ],
  })
  server.answer({ 'PATCH /cuisines/Thai': () => first.promise.then(() => rows[0] ?? {}) })
  renderAt('/', <ListScreen resource={asking} />)
  for (const name of ['Thai', 'Malabar', 'Arab']) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  fireEvent.click((await bar()).getByRole('button', { name: 'Hide' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Hide 3 cuisines' }))
  expect(await dialog.findByText('0 of 3 done.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Stop', hidden: true })).toHaveLength(1)
  fireEvent.click(dialog.getByRole('button', { name: 'Stop' }))
  first.resolve()
  const refused = await screen.findByRole('list', { name: 'Not done' })
  expect(refused.textContent).toBe('Malabar, Arab not tried, as it was stopped')
  expect(server.seen.filter(({ call }) => call.startsWith('PATCH')).map(({ call }) => call)).toEqual(['PATCH /cuisines/Thai'])
  expect((await bar()).getByText('2 selected')).toBeTruthy()
})

test('what was typed over selected rows is kept, though the first of them is left out', async () => {
  const asks = [textField('name', { label: 'Name' })]
  const named = defineResource(cuisineContract, {
    ...plain,
    bulk: [{ act: confirmAction(cuisineContract.update, { label: 'Rename', question: () => null, asks }), done: 'renamed' }],
  })
  renderAt('/', <ListScreen resource={named} />)
  for (const name of ['Thai', 'Malabar']) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  const open = async () => fireEvent.click((await bar()).getByRole('button', { name: 'Rename' }))
  await open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Coastal' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Thai' }))
  await open()
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Coastal')
})

test('a key leads from the rows to what is done with them, past all rows that are left', async () => {
  renderAt('/', <ListScreen resource={cuisines} />)
  const check = await screen.findByRole('checkbox', { name: 'Select Thai' })
  fireEvent.click(check)
  await screen.findByRole('region', { name: 'Selected rows' })
  fireEvent.keyDown(check, { key: 's' })
  expect(document.activeElement?.textContent).toBe('Select page')
})

test('the key leads there also where what is done with them comes a moment after it was pressed', async () => {
  const acts = Promise.withResolvers<void>()
  const later = defineResource(cuisineContract, {
    ...plain,
    bulkLater: { permissions: ['setting.edit'], load: () => acts.promise.then(() => ({ acts: cuisines.bulk ?? [], controls: [] })) },
  })
  renderAt('/', <ListScreen resource={later} />)
  const check = await screen.findByRole('checkbox', { name: 'Select Thai' })
  check.focus()
  fireEvent.click(check)
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  fireEvent.keyDown(check, { key: 's' })
  expect(document.activeElement).toBe(check)
  acts.resolve()
  await bar.findByRole('button', { name: 'Hide' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Select page'))
})

const many = (names: readonly string[], next: string | null = 'more') => ({
  'GET /cuisines': { rows: names.map((name) => ({ ...rows[0], id: name, name })), next, total: { value: 40, capped: false } },
})
/** The list as it is once others have come on top of it. */
async function comesOnTop(store: AppStore, name: string, rest: readonly string[]): Promise<void> {
  server.answer(many([name, ...rest]))
  act(() => void store.dispatch(api.util.invalidateTags(['entity'])))
  await screen.findByRole('checkbox', { name: `Select ${name}` })
}
const ofAll = defineResource(cuisineContract, {
  ...plain,
  bulk: (cuisines.bulk ?? []).map((each) => ({ ...each, many: cuisineContract.update })),
})
const bar = async () => within(await screen.findByRole('region', { name: 'Selected rows' }))

test('what was chosen stays chosen while new ones move it off the page, and says so', async () => {
  server.answer(many(['Thai', 'Malabar']))
  const { store } = renderAt('/', <ListScreen resource={ofAll} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Malabar' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Thai' }))
  await comesOnTop(store, 'Goan', ['Thai'])
  expect((await bar()).getByText('2 selected')).toBeTruthy()
  expect((await bar()).getByText('1 no longer on this page')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Select Goan' })).toHaveProperty('checked', false)
  server.answer({ 'PATCH /cuisines/Malabar': rows[0] ?? {}, 'PATCH /cuisines/Thai': rows[0] ?? {} })
  fireEvent.click((await bar()).getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
  expect(server.callsOf('PATCH /cuisines/Malabar')).toHaveLength(1)
})

test('all that match stay chosen whatever comes, until one is left out', async () => {
  server.answer(many(['Thai', 'Malabar']))
  const { store } = renderAt('/', <ListScreen resource={ofAll} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  fireEvent.click((await bar()).getByRole('button', { name: 'Select page' }))
  fireEvent.click((await bar()).getByRole('button', { name: 'Select all 40 that match' }))
  await comesOnTop(store, 'Goan', ['Thai', 'Malabar'])
  expect((await bar()).getByText('All 40 that match selected')).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: 'Select Goan' })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Goan' }))
  expect((await bar()).getByText('2 selected')).toBeTruthy()
})

test('another page starts with none chosen, and so does the way back', async () => {
  server.answer(many(['Thai', 'Malabar']))
  renderAt('/', <ListScreen resource={ofAll} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  server.answer(many(['Arab'], null))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('checkbox', { name: 'Select Arab' })
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(await screen.findByRole('checkbox', { name: 'Select Thai' })).toHaveProperty('checked', false)
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('that what can be done with a selection could not be had is said where it would stand, with another try', async () => {
  let isThere = false
  const later = defineResource(cuisineContract, {
    ...plain,
    bulkLater: {
      permissions: ['setting.edit'],
      load: async () => {
        if (!isThere) throw new Error('gone since an update')
        return { acts: cuisines.bulk ?? [], controls: [] }
      },
    },
  })
  renderAt('/', <ListScreen resource={later} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  await (await bar()).findByText('What can be done with it could not be loaded.')
  isThere = true
  fireEvent.click((await bar()).getByRole('button', { name: 'Try again' }))
  expect(await (await bar()).findByRole('button', { name: 'Hide' })).toBeTruthy()
  expect((await bar()).queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('whoever chooses all that match is told how many those are, and what was searched', async () => {
  const counted = (query: { count?: string }) => (query.count ? { value: 40, capped: false } : null)
  server.answer({ 'GET /cuisines': ({ query }) => ({ ...many(['Thai', 'Thai coast'])['GET /cuisines'], total: counted(query) }) })
  const uncounted: typeof ofAll = { ...ofAll, countsWhenAsked: true }
  renderAt('/?q=Thai', <ListScreen resource={uncounted} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Thai' }))
  fireEvent.click((await bar()).getByRole('button', { name: 'Select page' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Select all that match' }))
  expect((await bar()).getByText(/^All (40 )?that match selected$/)).toBeTruthy()
  expect(await (await bar()).findByText('All 40 that match selected')).toBeTruthy()
  fireEvent.click((await bar()).getByRole('button', { name: 'Hide' }))
  expect(await screen.findByRole('dialog', { name: 'Hide all 40 cuisines' })).toBeTruthy()
  expect(screen.getByText(/^All that match “Thai” now, on every page/)).toBeTruthy()
})
