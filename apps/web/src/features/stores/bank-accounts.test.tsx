import { bankAccountContract } from '@larder/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyResource, KnownResourcesContext } from '#kit/resource/define.ts'
import { sublist } from '#kit/resource/record/sublist.tsx'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { bankAccounts } from './bank-accounts.resource.tsx'

const id = '01890000-0000-7000-8000-0000000000c1'
const typed = {
  'Account holder': 'Fish Cove LLP',
  'Account number': '50100412345678',
  'Account number again': '50100412345678',
  'Bank code': 'HDFC0001234',
}

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  server = await startApiServer({
    'GET /bank-accounts': { rows: [], next: null, total: { value: 0, capped: false } },
    'GET /saved-views': { rows: [], next: null, total: null },
    'POST /bank-accounts': {},
  })
})
afterEach(() => server.close())

test.each([
  ['storeId', 'riderId'],
  ['riderId', 'storeId'],
] as const)('on the page of whom %s names, nobody is asked whose it is: neither that one nor the other', async (own, other) => {
  const tab = sublist('Bank accounts', bankAccountContract, (record: { id: string; version: number }) => ({ [own]: record.id }))
  const list = (
    <KnownResourcesContext value={{ 'bank-account': async () => anyResource(bankAccounts) }}>
      {tab.render({ id, version: 1 })}
    </KnownResourcesContext>
  )
  await act(async () => renderAt('/x?edit=new', list))
  await screen.findByLabelText('Account holder')
  expect(['Store', 'Rider'].flatMap((label) => screen.queryAllByRole('combobox', { name: label }))).toEqual([])
  for (const [label, value] of Object.entries(typed)) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: /^Add Ctrl|^Add$/ }))
  await waitFor(() => expect(server.callsOf('POST /bank-accounts')[0]?.body).toMatchObject({ [own]: id, [other]: null }))
  await waitFor(() => expect(server.callsOf('GET /bank-accounts').length).toBeGreaterThan(1))
})
