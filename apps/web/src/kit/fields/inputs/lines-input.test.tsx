import { areaContract, type FeeTier, type OpeningHours, type SpecialDay, storeContract } from '@larder/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { defineResource } from '../../resource/define.ts'
import { FormScreen } from '../../resource/form/form-screen.tsx'
import { group } from '../field.ts'
import { moneyField, numberField } from '../fields.tsx'
import { openingHoursField, specialDaysField } from '../hours-fields.tsx'
import { linesField } from '../lines-field.tsx'

const areas = defineResource(areaContract, {
  label: ['Area', 'Areas'],
  title: ({ name }) => name,
  columns: [],
  form: [
    group('Fees', [
      linesField<'feeTiers', FeeTier>('feeTiers', {
        label: 'Delivery fee',
        line: 'tier',
        fields: [numberField('maxKm', { label: 'Distance' }), moneyField('fee')],
        blank: (last) => ({ maxKm: (last?.maxKm ?? 0) + 2, fee: null }),
        words: ({ maxKm, fee }) => `up to ${maxKm} km ${fee.minor}`,
      }),
    ]),
  ],
})
const stores = defineResource(storeContract, {
  label: ['Store', 'Stores'],
  title: ({ name }) => name,
  columns: [],
  form: [group('Hours', [openingHoursField('openingHours'), specialDaysField('specialDays')])],
})

const rupees = (whole: number) => ({ minor: whole * 100, currency: 'INR' })
const area = { id: 'a1', name: 'Kaloor', version: 4, feeTiers: [3, 6, 9].map((maxKm) => ({ maxKm, fee: rupees(maxKm * 10) })) }
const openingHours: OpeningHours = [
  { day: 0, opens: '09:00', closes: '12:00' },
  { day: 1, opens: '09:00', closes: '14:00' },
  { day: 1, opens: '18:00', closes: '02:00' },
]
const specialDays: SpecialDay[] = [{ date: '2026-12-25', closed: true, note: 'Christmas' }]

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /areas/a1': area,
    'PATCH /areas/a1': { ...area, version: 5 },
    'GET /stores/s1': { id: 's1', name: 'Kayal', version: 1, openingHours, specialDays, editable: ['openingHours', 'specialDays'] },
    'PATCH /stores/s1': { id: 's1', name: 'Kayal', version: 2 },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  return server.close()
})

const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const distances = () => screen.getAllByLabelText(/^Distance of tier/).map((input) => (input as HTMLInputElement).value)
const sent = async (call: string) => {
  fireEvent.click(button('Save'))
  await waitFor(() => expect(server.callsOf(call)).toHaveLength(1))
  return server.callsOf(call)[0]?.body
}
const openArea = async () => {
  renderAt('/', <FormScreen resource={areas} id="a1" />)
  await screen.findByLabelText('Distance of tier 1')
}
const openStore = async () => {
  renderAt('/', <FormScreen resource={stores} id="s1" />)
  await screen.findByLabelText('Opens of window 1 of Monday')
}

test('each cell is called by its field and its line; what is changed in one is sent with all lines', async () => {
  await openArea()
  expect(textOf('Fee of tier 2')).toBe('60.00')
  type('Fee of tier 2', '45')
  expect(await sent('PATCH /areas/a1')).toEqual({ version: 4, feeTiers: area.feeTiers.with(1, { maxKm: 6, fee: rupees(45) }) })
})

test('the save bar says which cell is missing or wrong, while it is typed', async () => {
  await openArea()
  type('Fee of tier 2', '')
  await screen.findByText('Fee of tier 2 is missing')
  type('Fee of tier 2', '45')
  type('Distance of tier 3', 'far')
  await screen.findByText('Distance of tier 3 must be a number')
  type('Distance of tier 3', '8')
  await screen.findByText(/^Delivery fee: .+ → /)
})

test('the save bar calls a window by its day, and a part of a special day by both', async () => {
  await openStore()
  type('Closes of window 2 of Monday', '')
  await screen.findByText('Closes of window 2 of Monday is missing')
  type('Closes of window 2 of Monday', '02:00')
  type('Date of special day 1', '')
  await screen.findByText('Date of special day 1 is missing')
})

test('a line is added with the focus in it, and removed; as many as the contract says', async () => {
  await openArea()
  fireEvent.click(button('Add tier'))
  expect(distances()).toEqual(['3', '6', '9', '11'])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Distance of tier 4')))
  for (let more = 5; more <= 10; more++) fireEvent.click(button('Add tier'))
  expect(button('Add tier').getAttribute('aria-description')).toBe('At most 10')
  fireEvent.click(button('Add tier'))
  expect(distances()).toHaveLength(10)
  for (let left = 10; left > 1; left--) fireEvent.click(button('Remove tier 1'))
  expect(distances()).toEqual(['23'])
  expect(button('Remove tier 1').hasAttribute('disabled')).toBe(true)
})

test('a line is moved by the arrow keys of its handle, which the focus follows and a screen reader hears', async () => {
  await openArea()
  button('Move tier 3').focus()
  fireEvent.keyDown(button('Move tier 3'), { key: 'ArrowUp' })
  expect(distances()).toEqual(['3', '9', '6'])
  await waitFor(() => expect(document.activeElement).toBe(button('Move tier 2')))
  expect(screen.getByText('Tier moved to place 2 of 3')).toBeTruthy()
  fireEvent.keyDown(button('Move tier 1'), { key: 'ArrowUp' })
  expect(distances()).toEqual(['3', '9', '6'])
})

test('a line goes where its handle is dragged', async () => {
  await openArea()
  const handle = button('Move tier 1')
  handle.setPointerCapture = () => {}
  const over = vi.spyOn(document, 'elementFromPoint')
  const dragTo = (label: string) => {
    over.mockReturnValue(screen.getByLabelText(label))
    fireEvent.pointerMove(handle, { clientX: 10, clientY: 10 })
  }
  dragTo('Fee of tier 3')
  expect(distances()).toEqual(['3', '6', '9'])
  fireEvent.pointerDown(handle, { pointerId: 1 })
  dragTo('Fee of tier 3')
  expect(distances()).toEqual(['6', '9', '3'])
  dragTo('Fee of tier 2')
  expect(distances()).toEqual(['6', '3', '9'])
  fireEvent.lostPointerCapture(handle)
  dragTo('Fee of tier 1')
  expect(distances()).toEqual(['6', '3', '9'])
})

test('what is wrong stands at its cell, by the contract before it is sent and by the server after', async () => {
  await openArea()
  type('Fee of tier 2', '')
  type('Distance of tier 3', '2')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Fee of tier 2 is required')).toBeTruthy()
  expect(screen.getByLabelText('Fee of tier 2').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Fee of tier 1').getAttribute('aria-invalid')).toBe('false')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Fee of tier 2')))
  type('Fee of tier 2', '40')
  expect(await screen.findByText('Distance of tier 3 must be more than that of the tier before')).toBeTruthy()
  type('Distance of tier 3', '8')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  const error = apiError({ kind: 'invalid', fields: { 'body.feeTiers.0.fee': 'must be in EUR, the currency of the branch' } })
  server.answer({ 'PATCH /areas/a1': [422, { error }] })
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Fee of tier 1 must be in EUR, the currency of the branch')).toBeTruthy()
})

test('rows of a spreadsheet are pasted from a cell on', async () => {
  await openArea()
  const clipboardData = { getData: () => '4\t30\n8\t₹ 55.50\n12\t80\n16\t95' }
  fireEvent.paste(screen.getByLabelText('Distance of tier 2'), { clipboardData })
  expect(distances()).toEqual(['3', '4', '8', '12', '16'])
  expect(textOf('Fee of tier 3')).toBe('55.50')
})

test('each day of a week has lines of its own; one day is copied to all', async () => {
  await openStore()
  expect(textOf('Closes of window 2 of Monday')).toBe('2:00 AM')
  expect(screen.getByText('next day')).toBeTruthy()
  expect(within(screen.getByRole('group', { name: 'Opening hours' })).getAllByText('Closed')).toHaveLength(5)
  fireEvent.click(button('Add window of Tuesday'))
  fireEvent.click(button('Remove window 1 of Monday'))
  type('Opens of window 1 of Sunday', '08:30')
  expect(await sent('PATCH /stores/s1')).toEqual({
    version: 1,
    openingHours: [
      { day: 0, opens: '08:30', closes: '12:00' },
      { day: 1, opens: '18:00', closes: '02:00' },
      { day: 2, opens: '09:00', closes: '22:00' },
    ],
  })
})

test('a day copied to every day is every day; a time that is missing is told at its window', async () => {
  await openStore()
  type('Opens of window 2 of Monday', '')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Opens of window 2 of Monday is required')).toBeTruthy()
  fireEvent.click(button('Copy Sunday to every day'))
  expect(screen.getAllByLabelText(/^Opens of window 1/)).toHaveLength(7)
  expect(screen.queryByLabelText(/^Opens of window 2/)).toBeNull()
})

test('a special day is closed, or has hours of its own', async () => {
  await openStore()
  const day = within(screen.getByRole('group', { name: 'Special day 1' }))
  expect(day.queryByLabelText(/^Opens/)).toBeNull()
  fireEvent.click(day.getByLabelText('Closed of special day 1'))
  fireEvent.change(await day.findByLabelText('Opens of window 1 of special day 1'), { target: { value: '16:00' } })
  fireEvent.click(button('Add special day'))
  type('Date of special day 2', '2027-01-01')
  expect(await sent('PATCH /stores/s1')).toEqual({
    version: 1,
    specialDays: [
      { date: '2026-12-25', closed: false, note: 'Christmas', hours: [{ opens: '16:00', closes: '22:00' }] },
      { date: '2027-01-01', closed: true, note: '' },
    ],
  })
})
