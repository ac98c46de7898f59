import { areaContract, cuisineContract, type Money } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from '../../testing/api-server.ts'
import { renderAt } from '../../testing/render.tsx'
import { format } from '../format.ts'
import { defineResource } from '../resource/define.ts'
import { FormScreen } from '../resource/form/form-screen.tsx'
import { type Field, group } from './field.ts'
import {
  chipsField,
  customField,
  emailField,
  moneyField,
  numberField,
  percentField,
  phoneField,
  switchField,
  textField,
} from './fields.tsx'

const strict = customField<'fee', Money>('fee', { input: () => null, show: (value) => format().money(value as Money) })

test.each<[string, Field<never>]>([
  ['text', textField('a')],
  ['e-mail', emailField('a')],
  ['phone', phoneField('a')],
  ['number', numberField('a', { unit: 'km' })],
  ['percent', percentField('a')],
  ['money', moneyField('a')],
  ['switch', switchField('a')],
  ['chips', chipsField('a', { options: [1, 2], unit: 'min' })],
  ['a custom one that knows finished values only', strict],
])('%s is told in words whatever the draft holds', (_name, { show }) => {
  fc.assert(fc.property(fc.anything({ withNullPrototype: true }), (value) => typeof show(value) === 'string'))
})

const areas = defineResource(areaContract, {
  label: ['Area', 'Areas'],
  title: ({ name }) => name,
  columns: [],
  form: [group('Fees', [moneyField('minBasket', { label: 'Minimum order' })])],
})

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /areas/a1': { id: 'a1', name: 'Kadavanthra', version: 1, minBasket: { minor: 9900, currency: 'INR' }, allowed: [] },
  })
})
afterEach(() => server.close())

test.each(['', '-', 'abc', '1..2', '9'.repeat(40)])('an amount that reads "%s" is marked, and the form stays', async (typed) => {
  renderAt('/', <FormScreen resource={areas} id="a1" />)
  const input = await screen.findByLabelText('Minimum order')
  fireEvent.change(input, { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Minimum order (is required|must be an amount)$/)).toBeTruthy()
  expect(input).toHaveProperty('value', typed)
})

test('an amount that is none yet is there again as it was typed', async () => {
  const first = renderAt('/', <FormScreen resource={areas} id="a1" />)
  fireEvent.change(await screen.findByLabelText('Minimum order'), { target: { value: '2x' } })
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  first.unmount()
  renderAt('/', <FormScreen resource={areas} id="a1" />)
  expect(await screen.findByDisplayValue('2x')).toBeTruthy()
  sessionStorage.clear()
})

test('an input that breaks takes its card with it, and nothing else', async () => {
  const breaks = customField<'sort', number>('sort', {
    input: () => {
      throw new Error('broken')
    },
  })
  const cuisines = defineResource(cuisineContract, {
    label: ['Cuisine', 'Cuisines'],
    title: ({ name }) => name,
    columns: [],
    form: [group('Identity', [textField('name')]), group('Order', [breaks])],
  })
  renderAt('/', <FormScreen resource={cuisines} />)
  expect(await screen.findByText('This part stopped working')).toBeTruthy()
  expect(screen.getByLabelText('Name')).toBeTruthy()
})
