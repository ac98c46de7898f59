import { join } from 'node:path'
import { allContracts, type Contract, permissions } from '@larder/contract'
import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { visited } from '#state/preference.ts'
import { modulesByPath } from '../../route-preloads.ts'
import { placesOf } from './places.ts'
import { knownResources } from './resources.ts'
import { pages } from './routes.ts'
import { recentOf, sectionsOf } from './shell/navigation.ts'
import { recordOf } from './shell/use-visits.ts'
import { createStore } from './store.ts'

test('every path stands once, and what stands above it is a path too', () => {
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { under } of pages) if (under) expect(paths).toContain(under)
})

test('an entity has one list, and one record page below each page, at most; permissions are of the closed list', () => {
  const lists = pages.flatMap(({ list }) => list ?? [])
  const records = pages.flatMap(({ record, under }) => (record ? `${record} below ${under}` : []))
  for (const named of [lists, records]) expect(new Set(named).size).toBe(named.length)
  for (const { permission } of pages) expect(['signed-in', ...permissions]).toContain(permission.split(':')[0])
})

test('who may see a page that lists something may ask for the list', () => {
  const lists = new Map(Object.values<Contract>(allContracts).flatMap(({ list }) => (list ? [[list.entity, list.shape.permission]] : [])))
  const isAsked = (list?: string) => list && lists.has(list) && lists.get(list) !== 'signed-in'
  const asked = pages.flatMap(({ list, path, permission }) => (isAsked(list) ? [[path, list, permission]] : []))
  expect(asked).toEqual(asked.map(([path, list = '']) => [path, list, lists.get(list)]))
  expect(asked.length).toBeGreaterThan(20)
})

test('what is shown in tabs of other records can be loaded, by its entity', async () => {
  for (const [entity, load] of Object.entries(knownResources)) expect((await load()).entity).toBe(entity)
})

test('where the page of a record leads in its menu of acts is a page', async () => {
  const resources = await Promise.all(Object.values(knownResources).map((load) => load()))
  const addresses = resources.flatMap(({ leads = [] }) => leads.map(({ to }) => to({ id: 'r1' } as never)))
  expect(addresses.length).toBeGreaterThan(0)
  const isPage = (address: string) => pages.some(({ path }) => matchPath(path, address.replace(/\?.*/, '')))
  expect(addresses.filter((address) => !isPage(address))).toEqual([])
})

test('every screen can be loaded', async () => {
  const screens = await Promise.all(pages.map(({ screen }) => screen()))
  for (const { default: Screen } of screens) expect(typeof Screen).toBe('function')
})

test('every path has modules to announce', () => {
  const modules = modulesByPath(join(import.meta.dirname, 'routes'))
  expect(Object.keys(modules).sort()).toEqual(pages.map(({ path }) => path).sort())
})

test('an order opens below the board or list that it is opened from', () => {
  const above = pages.flatMap(({ record, under, path }) => (record === 'order' && under ? [[under, path.replace(':id', 'o1')]] : []))
  const opened = above.map(([under]) => [under, placesOf(pages, () => true, under).recordPath('order', 'o1')])
  expect(opened).toEqual(above)
  expect(opened).toContainEqual(['/order/grocery/pending', '/order/grocery/groceryPendingOrderDetails/o1'])
  expect(placesOf(pages, () => true, '/dashboard').recordPath('order', 'o1')).toBe('/order/orderDetails/o1')
})

test('links and menu are cut to what a person may see', () => {
  const may = (permission: string) => permission === 'order.view'
  const places = placesOf(pages, may)
  expect(places.recordPath('order', 'a b')).toBe('/order/orderDetails/a%20b')
  expect(places.listPath('order', { status: 'late' })).toBe('/order/view?status=late')
  expect(places.recordPath('store', 's1')).toBeNull()
  expect(places.tabPath('store', 's1', 'orders', { status: 'rejected' })).toBe('/store/storeorder/s1?status=rejected')
  expect(places.tabPath('store', 's1', 'menu')).toBeNull()
  expect(placesOf(pages, () => false).tabPath('store', 's1', 'orders')).toBeNull()
  expect(placesOf(pages, () => true).recordPath('cuisine', 'c1')).toBe('/settings/cusins?record=c1')
  expect(sectionsOf(pages, may).map(({ id }) => id)).toEqual(['live', 'orders'])
  expect(sectionsOf(pages, () => false)).toEqual([])
})

test('a record that was visited in several tabs is among the recent once, where it was left, and not while it is open', () => {
  localStorage.clear()
  const store = createStore()
  const visit = (path: string, title: string) => {
    const page = pages.find((each) => matchPath(each.path, path))
    const of = page && recordOf(page, matchPath(page.path, path)?.params.id)
    store.dispatch(visited({ path, title, ...(of && { of }) }))
  }
  for (let at = 0; at < 3; at += 1)
    for (const path of ['/store/storeProfile/s1', '/store/storeProfile/menu/s1', '/store/storeorder/s1']) visit(path, 'Fish Cove')
  visit('/store/storeProfile/s2', 'Spice Route')
  visit('/order/grocery/groceryOrderDetails/o1', 'KOC-1')
  visit('/order/orderDetails/o1', 'KOC-1')
  visit('/store/list', 'Stores')
  const recent = (open: string) => {
    const sections = sectionsOf(pages, () => true)
    return recentOf(sections, store.getState().preference.recent, open).map(({ path }) => path)
  }
  expect(recent('/dashboard')).toEqual(['/store/list', '/order/orderDetails/o1', '/store/storeProfile/s2', '/store/storeorder/s1'])
  visit('/store/storeProfile/options/s1', 'Fish Cove')
  expect(recent('/store/storeProfile/options/s1')).toEqual(['/store/list', '/order/orderDetails/o1', '/store/storeProfile/s2'])
})
