import type { BranchDay } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { branchDays } from './branch-days.resource.tsx'

const day = {
  id: 'd1',
  version: 3,
  day: '2026-11-28',
  status: 'reopened',
  remark: 'The till was short',
  allowed: [{ action: 'closeAgain', because: null }],
} as unknown as BranchDay
const actions = branchDays.actions?.filter(({ key }) => key === 'closeAgain') ?? []

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({ 'POST /branch-days/d1/close-again': { ...day, version: 4, status: 'closed', allowed: [] } })
})
afterEach(() => server.close())

async function openAgain() {
  renderAt('/', <ActionBar actions={actions} row={day} />)
  fireEvent.click(screen.getByRole('button', { name: 'Close again' }))
  return screen.findByRole('textbox', { name: 'Note' })
}
const send = () => fireEvent.click(screen.getAllByRole('button', { name: 'Close again' }).at(-1) as HTMLElement)
const sent = () => server.callsOf('POST /branch-days/d1/close-again').at(-1)?.body

test('a day that is closed again begins with the note that it had', async () => {
  expect((await openAgain()) as HTMLInputElement).toHaveProperty('value', 'The till was short')
  send()
  await waitFor(() => expect(sent()).toEqual({ version: 3, remark: 'The till was short' }))
})

test('a note that was emptied is none', async () => {
  fireEvent.change(await openAgain(), { target: { value: '' } })
  send()
  await waitFor(() => expect(sent()).toEqual({ version: 3 }))
})
