import { roleContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useWrite } from '#api/client.ts'
import { Dialog } from '#kit/layout/dialog.tsx'
import { type ApiServer, apiError, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { ProofHost } from './proof-host.tsx'

const proofNeeded = apiError({ kind: 'unproved', reason: 'proof-needed', message: 'Confirm first that it is you.' })
const draft = { name: 'Night shift', reach: 'all' as const, teamIds: [], grants: [], acknowledged: [] }
let isProved: boolean
let server: ApiServer

beforeAll(() => import('./proof-dialog.tsx'))
beforeEach(async () => {
  isProved = false
  vi.spyOn(console, 'error').mockReturnValue()
  server = await startApiServer({
    'POST /roles': () => (isProved ? { id: 'r1' } : [401, { error: proofNeeded }]),
    'POST /me/proof': () => {
      isProved = true
      return { status: true }
    },
    'GET /me/passkeys': [200, []],
    'GET /me/second-factor': { since: null, recoveryCodesLeft: 0, isRequired: false },
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const answers: string[] = []
function AddRoles({ many }: { many: number }) {
  const [write] = useWrite(roleContract.create)
  const add = async () => {
    const { error } = await write({ body: draft })
    answers.push(error ? error.reason : 'done')
  }
  return (
    <>
      <button type="button" onClick={() => Array.from({ length: many }, add)}>
        Add
      </button>
      <ProofHost />
    </>
  )
}
const open = (many: number) => {
  answers.length = 0
  renderAt('/settings/role', <AddRoles many={many} />)
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
}

test('what takes a recent proof asks once, however much waits for it, and then sends the very same again', async () => {
  open(3)
  const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  expect(screen.getAllByRole('dialog')).toEqual([dialog])
  server.answer({ 'POST /me/proof': [422, { error: apiError({ kind: 'invalid', fields: { 'body.password': 'is wrong' } }) }] })
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'wrong' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/is wrong/)).toBeTruthy()
  expect(server.callsOf('POST /roles')).toHaveLength(3)
  server.answer({
    'POST /me/proof': () => {
      isProved = true
      return { status: true }
    },
  })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'velvet tram 81 onion' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(answers).toEqual(['done', 'done', 'done']))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.callsOf('POST /me/proof').at(-1)?.body).toEqual({ password: 'velvet tram 81 onion' })
  const keys = server.callsOf('POST /roles').map(({ headers }) => headers['idempotency-key'])
  expect(keys.slice(3).sort()).toEqual(keys.slice(0, 3).sort())
  expect(server.callsOf('POST /roles').map(({ body }) => body)).toEqual(Array(6).fill(draft))
})

test('who would not is told what was refused; a code does as well where there is two-step sign-in', async () => {
  server.answer({ 'GET /me/second-factor': { since: '2026-11-20T10:00:00.000Z', recoveryCodesLeft: 9, isRequired: false } })
  open(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(answers).toEqual(['proof-needed']))
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use a code' }))
  fireEvent.change(await screen.findByLabelText(/^Code/), { target: { value: '287082' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(answers).toEqual(['proof-needed', 'done']))
  expect(server.callsOf('POST /me/proof').at(-1)?.body).toEqual({ code: '287082' })
})

test('its keys are its own: the dialog that asked for it is not sent again from there', async () => {
  const onSubmit = vi.fn()
  renderAt(
    '/settings/role',
    <Dialog title="Behind" open onClose={() => {}} onSubmit={onSubmit}>
      <AddRoles many={1} />
    </Dialog>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add' }))
  const password = await screen.findByLabelText('Password')
  fireEvent.change(password, { target: { value: 'velvet tram 81 onion' } })
  fireEvent.keyDown(password, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(server.callsOf('POST /me/proof')).toHaveLength(1))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(onSubmit).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByRole('button', { name: 'Add' }), { key: 'Enter', ctrlKey: true })
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
