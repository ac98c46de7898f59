import { type Granted, type PermissionFacts, permissions, type Role } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placesOf } from '#app/places.ts'
import { pages } from '#app/routes.ts'
import { PlacesProvider } from '#kit/access/places.tsx'
import { type ApiServer, apiError, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import RoleScreen from './role.screen.tsx'
// Fetched when it is opened: here it is compiled before a test waits for it.
import './role-form.tsx'

const id = '01890000-0000-7000-8000-00000000000a'
const role = (given: Partial<Role> = {}): Role => ({
  id: id as Role['id'],
  key: 'night-shift',
  name: 'Night shift',
  accountsPath: null,
  sort: 1000,
  isAdmin: false,
  builtIn: false,
  reach: 'all',
  teamIds: [],
  team: [],
  grants: [{ permission: 'order.view', limitMinor: null }],
  acknowledged: [],
  staff: 3,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 4,
  allowed: [
    { action: 'update', because: null },
    { action: 'remove', because: '3 people have it: give them another role first.' },
  ],
  ...given,
})
const facts = permissions.map(
  (permission): PermissionFacts => ({
    permission,
    words: permission,
    resource: 'x',
    isLimited: false,
    calls: permission === 'rider.view' ? [{ name: 'rider.list', method: 'GET', path: '/riders', summary: 'Riders: list' }] : [],
    approves: [],
    reveals: [],
    events: permission === 'rider.view' ? [{ event: 'changed', entity: 'rider' }] : [],
    roles: [],
    people: 0,
  }),
)
const none = { rows: [], next: null, total: null }

let server: ApiServer
beforeEach(async () => {
  sessionStorage.clear()
  server = await startApiServer({
    [`GET /roles/${id}`]: role(),
    'GET /roles': none,
    'GET /permissions': [200, facts],
    'GET /staff': none,
    'GET /approvals': none,
    [`GET /history/role/${id}`]: none,
  })
})
afterEach(() => server.close())

const open = (address: string) =>
  renderAt(
    address,
    <PlacesProvider value={placesOf(pages, () => true)}>
      <Routes>
        <Route path="/settings/role/:id" element={<RoleScreen />} />
        <Route path="*" element={<p>Elsewhere</p>} />
      </Routes>
    </PlacesProvider>,
  )
const box = (name: string) => screen.findByRole('checkbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const grants = (body: unknown) => (body as { grants: Granted[] }).grants.map(({ permission }) => permission)

test('before it is saved a change says what is gained and lost: permissions, screens, calls and what is told at once', async () => {
  server.answer({ [`PATCH /roles/${id}`]: role({ version: 5 }) })
  open(`/settings/role/${id}?edit=1`)
  fireEvent.click(await box('View orders'))
  fireEvent.click(await box('View riders'))
  expect(await screen.findByText('Gains 1, loses 1')).toBeTruthy()
  press('Review and save')
  const dialog = await screen.findByRole('dialog', { name: 'Save Night shift' })
  await within(dialog).findByText('GET /riders: Riders: list')
  expect(within(dialog).getByText('3 people have this role: it holds for them at once.')).toBeTruthy()
  expect(within(dialog).getByText('View riders')).toBeTruthy()
  expect(within(dialog).getByText('Riders')).toBeTruthy()
  expect(within(dialog).getByText('All orders')).toBeTruthy()
  expect(within(dialog).getByText('Changes of rider records')).toBeTruthy()
  expect(server.callsOf(`PATCH /roles/${id}`)).toHaveLength(0)
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsOf(`PATCH /roles/${id}`)).toHaveLength(1))
  expect(server.callsOf(`PATCH /roles/${id}`)[0]?.body).toEqual({ version: 4, grants: [{ permission: 'rider.view', limitMinor: null }] })
})

test('permissions that keep each other in check are saved only once that is acknowledged', async () => {
  server.answer({ [`PATCH /roles/${id}`]: role({ version: 5 }) })
  open(`/settings/role/${id}?edit=1`)
  fireEvent.click(await box('Create refunds'))
  fireEvent.click(await box('Approve refunds'))
  press('Review and save')
  const dialog = await screen.findByRole('dialog', { name: 'Save Night shift' })
  const save = within(dialog).getByRole('button', { name: 'Save' })
  expect(save.getAttribute('aria-description')).toBe('Acknowledge the conflicts first.')
  fireEvent.click(within(dialog).getByRole('checkbox', { name: /ask for refunds and approve them/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.callsOf(`PATCH /roles/${id}`)[0]?.body).toMatchObject({ acknowledged: ['refund'] }))
})

test('what takes another person is asked for, with a reason, as it would have been sent', async () => {
  const message = 'Widen the role Night shift: this needs the approval of Administrator. Send it as a request.'
  server.answer({
    [`PATCH /roles/${id}`]: [409, { error: apiError({ reason: 'needs-approval', message }) }],
    'POST /approvals': { id: 'a1' },
  })
  const { address } = open(`/settings/role/${id}?edit=1`)
  fireEvent.click(await box('View riders'))
  press('Review and save')
  fireEvent.click(within(await screen.findByRole('dialog', { name: 'Save Night shift' })).getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for approval: Night shift' })
  expect(within(dialog).getByText(message)).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'The night needs it' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send for approval' }))
  await waitFor(() => expect(server.callsOf('POST /approvals')).toHaveLength(1))
  const body = server.callsOf('POST /approvals')[0]?.body as { operation: string; params: object; body: object; reason: string }
  expect(body).toMatchObject({ operation: 'role.update', params: { id }, reason: 'The night needs it', body: { version: 4 } })
  expect(grants(body.body)).toEqual(['order.view', 'rider.view'])
  await waitFor(() => expect(address()).toBe(`/settings/role/${id}`))
})

test('a copy begins as what it is copied from, with another name', async () => {
  server.answer({ 'POST /roles': role({ name: 'Copy of Night shift' }) })
  open(`/settings/role/new?copy=${id}`)
  await screen.findByDisplayValue('Copy of Night shift')
  expect(((await box('View orders')) as HTMLInputElement).checked).toBe(true)
  fireEvent.click(await box('View riders'))
  press('Review and add')
  const dialog = await screen.findByRole('dialog', { name: 'Add Copy of Night shift' })
  expect(within(dialog).queryByText('All orders')).toBeNull()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(grants(server.callsOf('POST /roles')[0]?.body)).toEqual(['order.view', 'rider.view']))
})

test('one permission that the address names is granted or taken in the form', async () => {
  open(`/settings/role/${id}?edit=1&grant=rider.view`)
  expect(((await box('View riders, added')) as HTMLInputElement).checked).toBe(true)
})

test('a role that comes with the product is to be read, and says why', async () => {
  const because = 'This role is built in: copy it, and change the copy.'
  server.answer({ [`GET /roles/${id}`]: role({ builtIn: true, allowed: [{ action: 'update', because }] }) })
  open(`/settings/role/${id}?edit=1`)
  const edit = await screen.findByRole('button', { name: 'Edit' })
  expect(edit.getAttribute('aria-description')).toBe(because)
  expect(screen.getByRole('link', { name: 'Copy' }).getAttribute('href')).toBe(`/settings/role/new?copy=${id}`)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
