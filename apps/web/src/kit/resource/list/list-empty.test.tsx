import { customerContract, orderContract, rejectedOrderContract, riderContract } from '@larder/contract'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { api } from '#api/client.ts'
import { type ApiServer, startApiServer } from '../../../testing/api-server.ts'
import { person, renderAt } from '../../../testing/render.tsx'
import { text } from '../../cells/columns.tsx'
import { search } from '../../filters/filters.tsx'
import { defineResource } from '../define.ts'
import { ListScreen } from './list-screen.tsx'

const title = ({ name }: { name: string }) => name
const parts = { columns: [text('name')], filters: [search('Name or phone')] }
const customers = defineResource(customerContract, { label: ['Customer', 'Customers'], title, ...parts })
const orders = defineResource(orderContract, {
  label: ['Order', 'Orders'],
  title: ({ number }) => number,
  columns: [text('number')],
  filters: [search('Number')],
})
const rejected = defineResource(rejectedOrderContract, {
  label: ['Rejected order', 'Rejected orders'],
  title: ({ number }) => number,
  columns: [text('number')],
  filters: [search('Number')],
  looksInto: orderContract.get,
})
const riders = defineResource(riderContract, { label: ['Rider', 'Riders'], title, ...parts })

let server: ApiServer
beforeEach(async () => {
  localStorage.clear()
  const none = { rows: [], next: null, total: null }
  server = await startApiServer({
    'GET /customers': none,
    'GET /orders': none,
    'GET /rejected-orders': none,
    'GET /riders': none,
    'GET /saved-views': [200, none],
  })
})
afterEach(() => server.close())

const agent = (...more: string[]) => person({ isAdmin: false, permissions: ['customer.view', 'rider.view', ...more] })
const whole = /^Whole number needed: you see phones masked, so customers are found by all digits of one, not by a part\.$/
const plain = 'Clear a filter or change your search.'

test('whoever sees numbers masked is told why a part of one finds nobody', async () => {
  renderAt('/?q=98471%202', <ListScreen resource={customers} />, { who: agent('customer-phone.reveal') })
  expect(await screen.findByText(whole)).toBeTruthy()
})

test('of orders, whose rows tell no number and whose pages do, too', async () => {
  renderAt('/?q=98471', <ListScreen resource={orders} />, {
    who: person({ isAdmin: false, permissions: ['order.view', 'customer-phone.reveal'] }),
  })
  expect(await screen.findByText(/^Whole number needed: you see phones masked, so orders are found/)).toBeTruthy()
})

test('of a list whose own contract reads no record, too', async () => {
  renderAt('/?q=98471', <ListScreen resource={rejected} />, {
    who: person({ isAdmin: false, permissions: ['order.view', 'customer-phone.reveal'] }),
  })
  expect(await screen.findByText(/^Whole number needed: you see phones masked, so rejected orders are found/)).toBeTruthy()
})

test('whoever may reveal none at all finds by none', async () => {
  renderAt('/?q=9847012345', <ListScreen resource={customers} />, { who: agent() })
  expect(await screen.findByText('You see phones masked, so customers are not found by them.')).toBeTruthy()
})

test.each([
  ['a whole number', '9847012345', agent('customer-phone.reveal')],
  ['a name', 'Anu', agent('customer-phone.reveal')],
  ['whoever sees numbers whole', '98471', agent('customer.reveal')],
])('nothing is said of it to %s', async (_, typed, who) => {
  renderAt(`/?q=${typed}`, <ListScreen resource={customers} />, { who })
  expect(await screen.findByText(plain)).toBeTruthy()
})

test('of numbers that everybody sees whole nothing is said', async () => {
  renderAt('/?q=98471', <ListScreen resource={riders} />, { who: agent() })
  expect(await screen.findByText(plain)).toBeTruthy()
})

test('a list that could not be read again does not say that there is nothing yet', async () => {
  const { store } = renderAt('/', <ListScreen resource={riders} />)
  await screen.findByText('No riders yet')
  server.answer({ 'GET /riders': 'hang up' })
  store.dispatch(api.util.invalidateTags(['entity']))
  expect(await screen.findByText(/^This may be out of date/)).toBeTruthy()
  expect(screen.queryByText('No riders yet')).toBeNull()
})
