import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { type ApiServer, type Seen, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { riders } from './riders.resource.tsx'

const kept = { id: 'd1', resource: 'rider', name: 'Arun', updatedAt: '2026-11-22T07:00:00.000Z', version: 3 }
const typed = {
  name: 'Arun Menon',
  phone: '98470 12345',
  vehicle: 'scooter',
  plate: 'KL-07-B-1234',
  branchId: '01890000-0000-7000-8000-0000000000a1',
  areaIds: [],
  documents: [{ kind: 'identity', documentNumber: 'A 1', expiresOn: null, imageId: null }],
}

let server: ApiServer
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => server.close())

async function openAt(step: number) {
  const draft = { ...kept, step, typed: JSON.stringify(typed) }
  server = await startApiServer({
    'GET /riders': { rows: [], next: null, total: null },
    'GET /saved-views': { rows: [], next: null, total: null },
    'GET /drafts': { rows: [], next: null, total: null },
    'GET /drafts/d1': draft,
    'PATCH /drafts/d1': ({ body }: Seen) => ({ ...draft, version: 4, ...(body as object) }),
  })
  renderAt('/?edit=new&draft=d1', <ListScreen resource={riders} />)
  await screen.findByRole('dialog', { name: 'Add rider' })
  await waitFor(() => expect(stands()).toBe(`Step ${step + 1} of 7`))
}
const stands = () => screen.getByRole('list', { name: /^Step/ }).getAttribute('aria-label')
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('the step of the papers says which the vehicle takes, and what each lacks', async () => {
  await openAt(3)
  await screen.findByText(/Before approval/)
  const needed = (kind: string) => screen.getAllByText(kind).find(({ tagName }) => tagName !== 'OPTION')?.parentElement?.textContent
  expect(needed('Identity card')).toBe('Identity card Its picture is missing.')
  expect(needed('Driving licence')).toBe('Driving licence Not entered yet.')
  expect(needed('Vehicle insurance')).toBe('Vehicle insurance Not entered yet.')
})

test('a number that is another one the second time is refused where it is typed, though later steps are empty', async () => {
  await openAt(4)
  await screen.findByLabelText('Account holder')
  type('Account holder', 'Arun Menon')
  type('Account number', '50100412345678')
  type('Account number again', '50100412345679')
  type('Bank code', 'HDFC0001234')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Account number again is another number than the one above')).toBeTruthy()
  expect(stands()).toBe('Step 5 of 7')
  type('Account number again', '5010 0412 345678')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(stands()).toBe('Step 6 of 7'))
})

test('before a rider is added one reads what is still missing before they are approved, and what is entered is missing no more', async () => {
  await openAt(6)
  const lacks = () =>
    screen.getByRole('heading', { name: 'Before approval' }).parentElement?.parentElement?.textContent?.replace('Before approval', '')
  await waitFor(() =>
    expect(lacks()).toBe(
      [
        'Areas Choose at least one.',
        'Identity card Its picture is missing.',
        'Driving licence Not entered yet.',
        'Vehicle insurance Not entered yet.',
        'Cash limit Without one they carry no order that is paid in cash.',
        'Bank account Not entered yet.',
      ].join(''),
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Bank' }))
  await screen.findByLabelText('Account holder')
  type('Account holder', 'Arun Menon')
  type('Account number', '50100412345678')
  type('Account number again', '50100412345678')
  type('Bank code', 'HDFC0001234')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByLabelText('Cash limit')
  type('Cash limit', '5000')
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(lacks()).toContain('Bank account It waits for approval.'))
  expect(lacks()).not.toContain('Cash limit')
})
