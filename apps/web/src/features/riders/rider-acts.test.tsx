import type { Rider } from '@larder/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { riderActs } from './rider-acts.tsx'
// What opens at the press is compiled before it: that is no part of what a press takes.
import '#kit/actions/ask-dialog.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const call = `POST /riders/${id}/submit`
const rider = { id, version: 3, name: 'Anil', missing: [], allowed: [{ action: 'submit', because: null }] } as unknown as Rider

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ [call]: [200, { ...rider, status: 'review' }] })
})
afterEach(() => server.close())

const handIn = (missing: Rider['missing']) => {
  renderAt('/', <ActionBar actions={riderActs} row={{ ...rider, missing }} max={4} />)
  fireEvent.click(screen.getByRole('button', { name: 'Hand in for review' }))
}

test('a rider with whom something is missing is handed in once one has read what it is', async () => {
  handIn([
    { need: 'plate', because: 'A scooter has one.' },
    { need: 'bank-account', because: 'Nobody entered one.' },
  ])
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand in for review' }))
  expect(dialog.getByText(/^Still missing: number plate, bank account\. Anil can be looked at/)).toBeTruthy()
  expect(server.callsOf(call)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Hand in for review' }))
  await expect.poll(() => server.callsOf(call).length).toBe(1)
})

test('a rider with whom nothing is missing is handed in at once', async () => {
  handIn([])
  await expect.poll(() => server.callsOf(call).length).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})
