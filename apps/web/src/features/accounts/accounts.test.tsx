import { addMinutes, currentInstant, type StaffMember } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { person, renderAt } from '../../testing/render.tsx'
import AccountScreen from './account.screen.tsx'
import AccountsScreen from './accounts.screen.tsx'

const day = 24 * 60
const roleId = '01890000-0000-7000-8000-0000000000a1'
const id = '01890000-0000-7000-8000-0000000000b1'
const heir = { id: '01890000-0000-7000-8000-0000000000b2', name: 'Anil Kumar', roleName: 'Customer care executive' }
const token = 'mNo6V0c2yYtq0v3kqRk2c8nE1sQ7b4xZ9aLwHdUfJpT'

const meera: StaffMember = {
  id,
  name: 'Meera Thomas',
  email: 'meera@larder.test',
  phone: null,
  imageId: null,
  roleId,
  role: { id: roleId, key: 'office-staff', name: 'Office staff' },
  scope: { kind: 'branch', places: [{ id: 'k', name: 'Kochi' }] },
  status: 'active',
  lastSeenAt: null,
  inviteExpiresAt: null,
  hasSecondFactor: false,
  passkeys: 0,
  limits: [{ permission: 'refund.create', limitMinor: 50_000 }],
  expiresAt: addMinutes(currentInstant(), 3 * day - 60),
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 4,
  allowed: ['update', 'changeRole', 'suspend', 'deactivate', 'endSession', 'endSessions', 'resetPassword']
    .map((action): { action: string; because: string | null } => ({ action, because: null }))
    .concat({ action: 'reactivate', because: 'The account is active already.' }),
}

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  server = await startApiServer({
    'GET /staff': { rows: [meera], next: null, total: null },
    [`GET /staff/${id}`]: meera,
    [`GET /history/staff/${id}`]: { rows: [], next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
    'GET /roles/assignable': [
      200,
      [
        { id: roleId, key: 'office-staff', name: 'Office staff', reach: 'all', because: null },
        {
          id: heir.id,
          key: 'admin',
          name: 'Administrator',
          reach: 'all',
          because: 'Only an administrator can make or change administrators.',
        },
      ],
    ],
    [`GET /staff/${id}/open-work`]: {
      orders: [
        { id: 'o1', number: 'FTK-1' },
        { id: 'o2', number: 'FTK-2' },
      ],
      tasks: 0,
      heirs: [heir],
    },
    [`GET /staff/${id}/sessions`]: [200, []],
  })
})
afterEach(() => server.close())

const listAt = (path: string) => renderAt(path, <AccountsScreen />)
const recordAt = () =>
  renderAt(
    `/accounts/office-staff/${id}`,
    <Routes>
      <Route path="/accounts/office-staff/:id" element={<AccountScreen />} />
    </Routes>,
  )

test('a page is about its role, the page of all shows it; who ends soon stands out', async () => {
  const { unmount } = listAt('/accounts/office-staff')
  await screen.findByText('meera@larder.test')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Office staff')
  expect(server.callsOf('GET /staff')[0]?.query).toMatchObject({ role: 'office-staff' })
  expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull()
  expect(screen.getByText('Ends in 3 days')).toBeTruthy()
  expect(screen.getByText('Kochi')).toBeTruthy()
  unmount()
  listAt('/accounts/all')
  await screen.findByText('meera@larder.test')
  expect(server.callsOf('GET /staff').at(-1)?.query).not.toHaveProperty('role')
  expect(screen.getByRole('columnheader', { name: 'Role' })).toBeTruthy()
})

test('an address that names a role, as the list of roles does, shows who has it and says so by its name', async () => {
  listAt('/accounts/all?role=office-staff')
  await screen.findByText('meera@larder.test')
  expect(server.callsOf('GET /staff')[0]?.query).toMatchObject({ role: 'office-staff' })
  expect(await screen.findByText('Role: Office staff')).toBeTruthy()
})

test('a new account is invited; its link is shown this once, is let go of on purpose, and stays nowhere', async () => {
  server.answer({ 'POST /staff': { staff: { ...meera, status: 'invited' }, inviteToken: token, isMailed: true, temporaryPassword: null } })
  const { store } = listAt('/accounts/office-staff')
  await screen.findByText('meera@larder.test')
  await waitFor(() => expect(server.callsOf('GET /roles/assignable')).toHaveLength(1))
  fireEvent.click(await screen.findByRole('button', { name: /^Add account/ }))
  const form = await screen.findByRole('dialog', { name: 'Add account' })
  fireEvent.change(await within(form).findByLabelText('Name'), { target: { value: 'Meera Thomas' } })
  fireEvent.change(within(form).getByLabelText('E-mail'), { target: { value: 'meera@larder.test' } })
  const roles = await within(form).findByRole<HTMLSelectElement>('combobox', { name: 'Role' })
  await waitFor(() => expect([...roles.options].map(({ textContent }) => textContent)).toEqual(['Choose…', 'Office staff']))
  fireEvent.click(within(form).getByRole('button', { name: 'Add' }))
  const told = await screen.findByRole('dialog', { name: 'Invitation for Meera Thomas' })
  expect(server.callsOf('POST /staff')[0]?.body).toMatchObject({ roleId, scope: { kind: 'all', ids: [] }, firstSignIn: 'invitation' })
  expect(within(told).getByText(`${location.origin}/login#invite=${token}`)).toBeTruthy()
  expect(within(told).getByRole('button', { name: 'Copy the link' })).toBeTruthy()
  fireEvent.keyDown(told, { key: 'Escape' })
  expect(screen.getByText(`${location.origin}/login#invite=${token}`)).toBeTruthy()
  fireEvent.click(within(told).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.stringify(store.getState())).not.toContain(token)
})

test('whoever suspends somebody sees what they handle, and hands it to another', async () => {
  server.answer({ [`POST /staff/${id}/suspend`]: { ...meera, status: 'suspended', version: 5 } })
  recordAt()
  await screen.findByRole('heading', { level: 1, name: /Meera Thomas/ })
  expect(screen.getByRole('button', { name: 'View as Meera Thomas' })).toBeTruthy()
  expect(await screen.findByText('Create refunds: up to ₹500.00 at a time')).toBeTruthy()
  await act('Suspend')
  const dialog = await screen.findByRole('dialog', { name: 'Suspend' })
  expect(await within(dialog).findByText('Handles 2 orders now.')).toBeTruthy()
  const heirs = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Open work' })
  expect([...heirs.options].map(({ textContent }) => textContent)).toEqual([
    'Nobody: anyone may claim them',
    'Anil Kumar (Customer care executive)',
  ])
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Off sick' } })
  fireEvent.change(heirs, { target: { value: heir.id } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend' }))
  await waitFor(() =>
    expect(server.callsOf(`POST /staff/${id}/suspend`)[0]?.body).toEqual({ version: 4, reason: 'Off sick', handOverTo: heir.id }),
  )
})

test('a reset shows its temporary password once; what is refused is told in the dialog', async () => {
  recordAt()
  await screen.findByRole('heading', { level: 1, name: /Meera Thomas/ })
  server.answer({ [`POST /staff/${id}/reset-password`]: [409, { error: apiError({ message: 'The account is deactivated.' }) }] })
  await act('Reset password')
  const dialog = await screen.findByRole('dialog', { name: 'Reset password' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reset password' }))
  expect(await within(dialog).findByText('The account is deactivated.')).toBeTruthy()
  server.answer({
    [`POST /staff/${id}/reset-password`]: { staff: meera, inviteToken: null, isMailed: false, temporaryPassword: 'abcd-efgh-1234' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reset password' }))
  const told = await screen.findByRole('dialog', { name: 'Temporary password for Meera Thomas' })
  expect(within(told).getByText('abcd-efgh-1234')).toBeTruthy()
})

test('who may not suspend sees neither sessions nor open work of another', async () => {
  renderAt(
    `/accounts/office-staff/${id}`,
    <Routes>
      <Route path="/accounts/office-staff/:id" element={<AccountScreen />} />
    </Routes>,
    { who: person({ isAdmin: false, permissions: ['staff.view'] }) },
  )
  await screen.findByRole('heading', { level: 1, name: /Meera Thomas/ })
  expect(screen.queryByRole('tab', { name: 'Sessions' })).toBeNull()
  expect(screen.getByText('Shown to those who may suspend accounts.')).toBeTruthy()
  expect(server.callsOf(`GET /staff/${id}/open-work`)).toEqual([])
})

async function act(name: string): Promise<void> {
  const direct = screen.queryByRole('button', { name })
  if (direct) return void fireEvent.click(direct)
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
