import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { newStores } from './new-stores.resource.tsx'

const typed = {
  displayName: 'Pearl Spices',
  vertical: 'grocery',
  phone: '0484 234 5678',
  openingHours: [{ day: 'mon', from: '09:00', to: '21:00' }],
  licenceNumber: '1132',
  licenceExpiresOn: '2026-01-01',
  commissionPpm: 180_000,
  bankHolder: 'Pearl Spices',
  bankNumber: '50100412345678',
  bankCode: 'HDFC0001234',
}

let server: ApiServer
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => server.close())

test('before a store is added one reads what is still missing before it can be put forward', async () => {
  const nothing = { rows: [], next: null, total: null }
  const draft = {
    id: 'd1',
    resource: 'store',
    name: 'Pearl',
    updatedAt: '2026-11-22T07:00:00.000Z',
    version: 3,
    step: 6,
    typed: JSON.stringify(typed),
  }
  server = await startApiServer({ 'GET /stores': nothing, 'GET /saved-views': nothing, 'GET /drafts': nothing, 'GET /drafts/d1': draft })
  renderAt('/?edit=new&draft=d1', <ListScreen resource={newStores} />)
  await screen.findByRole('heading', { name: 'Before approval' })
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('listitem')
        .flatMap((line) => line.textContent?.match(/^(?:Legal|Opening|Tax|Commission|Licence in|Bank account).*/) ?? []),
    ).toEqual([
      'Legal name, phone and e-mailNo e-mail.',
      'Opening hoursDone',
      'Tax idNo tax id.',
      'Commission planDone',
      'Licence in force, with its fileThe licence has expired.',
      'Bank account for payoutsThe bank account waits for approval.',
    ]),
  )
})
