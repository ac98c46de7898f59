import { type Currency, money, type OrderDetails, plainDetails, type Vertical, verticalKeys } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { format } from '#kit/format.ts'
import { withCredits } from '../../../../test/credits.ts'
import { addOrder, addStore } from '../../../../test/factories.ts'
import { edit, inr } from '../../../../test/order-editing.ts'
import { act, type OrderWorld, orderWorld, place } from '../../../../test/order-world.ts'
import { fetchPaper, printed, readPdf } from '../../../../test/paper.ts'
import type { Caller } from '../../../../test/test-app.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.app.close())

interface Line {
  name: string
  quantity?: number
  minor?: number
  options?: { group: string; choice: string; priceDelta: { minor: number; currency: string } }[]
  grams?: { ordered: number; packed: number | null }
  note?: string
}

/** An order of these lines, without packing, tax and delivery unless it is given more. */
async function orderOf(lines: Line[], given: Parameters<typeof addOrder>[2] = {}) {
  const items = lines.reduce((sum, { minor = 10_000 }) => sum + minor, 0)
  const charges = {
    items_minor: items,
    packing_minor: 0,
    delivery_minor: 0,
    discount_minor: 0,
    tax_minor: 0,
    tip_minor: 0,
    rounding_minor: 0,
  }
  const order = await addOrder(world.db, world.store, {
    at: world.clock.instant(),
    ...charges,
    total_minor: items,
    taxes: '[]',
    discounts: '[]',
    details: JSON.stringify(plainDetails.restaurant),
    ...given,
  })
  for (const [index, { name, quantity = 1, minor = 10_000, options = [], grams, note }] of lines.entries())
    await world.db
      .insertInto('order_line')
      .values({
        order_id: order.id,
        line: index + 1,
        name,
        unit: grams ? 'kg' : 'pc',
        quantity,
        unit_price_minor: Math.round(minor / quantity),
        options: JSON.stringify(options),
        ordered_grams: grams?.ordered ?? null,
        packed_grams: grams?.packed ?? null,
        amount_minor: minor,
        note: note ?? null,
      })
      .execute()
  return order
}

const papers = ['roll', 'a4'] as const
const receipt = { document: 'receipt', paper: 'roll' } as const
const ticket = { document: 'kitchen-ticket', paper: 'roll' } as const

const special: { [V in Vertical]: [OrderDetails, string] } = {
  restaurant: [{ vertical: 'restaurant', cutlery: true }, 'Cutlery Yes'],
  grocery: [{ vertical: 'grocery', substitution: 'best-match', crates: 3 }, 'Crates 3'],
  fruits: [{ vertical: 'fruits', ripeness: 'firm', crates: 1 }, 'Ripeness Firm'],
  fish: [{ vertical: 'fish', cleaning: 'curry-cut', iced: true }, 'Cleaned, where no cut is chosen Curry cut'],
  cakes: [
    { vertical: 'cakes', message: 'Happy birthday Anu', flavour: 'Truffle', weightGrams: 1500, eggless: true },
    'Message “Happy birthday Anu”',
  ],
}

describe.each(verticalKeys)('an order of %s', (vertical) => {
  test.each(papers)('is a receipt with its prices and a kitchen ticket without, on %s', async (paper) => {
    const [details, told] = special[vertical]
    const lines = [{ name: 'Seer fish', quantity: 2, minor: 45_050, grams: { ordered: 1000, packed: 950 }, note: 'No bones' }]
    const order = await orderOf(lines, { vertical, details: JSON.stringify(details), note: 'Ring twice', customer_phone: '+919847012345' })
    const bill = await printed(world.app, world.admin, order.id, { ...receipt, paper })
    const kitchen = await printed(world.app, world.admin, order.id, { ...ticket, paper })
    expect(bill.text).toContain('950 g Seer fish ₹450.50')
    expect(bill.text).toContain('Ordered 1 kg')
    expect(bill.text).toContain('Total ₹450.50')
    expect(kitchen.text.replaceAll('\n', ' ')).toContain(told)
    expect(kitchen.text).toContain('“No bones”')
    expect(kitchen.text).toContain('“Ring twice”')
    expect(kitchen.text).not.toContain('₹')
    for (const { text, pages } of [bill, kitchen]) {
      expect(text).toContain(order.number)
      expect(text).not.toMatch(/98470|12345/)
      expect(pages.map(({ width }) => width)).toEqual([paper === 'roll' ? 227 : 595])
    }
  })
})

test('a roll is as long as what stands on it', async () => {
  const heightOf = async (lines: number) => {
    const order = await orderOf(Array.from({ length: lines }, (_, index) => ({ name: `Item ${index}` })))
    return (await printed(world.app, world.admin, order.id, ticket)).pages.map(({ height }) => height)
  }
  const [[short], [long]] = [await heightOf(1), await heightOf(40)]
  expect(long).toBeGreaterThan((short ?? 0) + 500)
  expect(short).toBeLessThan(300)
})

test('the largest order with the longest names is drawn whole, on as many pages as it takes', async () => {
  const name = `${'Wholegrain '.repeat(8)}${'x'.repeat(40)}`
  const order = await orderOf(Array.from({ length: 200 }, (_, index) => ({ name: `${index} ${name}`, note: 'y'.repeat(200) })))
  const { text, pages } = await printed(world.app, world.admin, order.id, { ...ticket, paper: 'a4' })
  expect(pages.length).toBeGreaterThan(10)
  for (let index = 0; index < 200; index++) expect(text).toContain(`1 × ${index} Wholegrain`)
  expect(text).toContain(`1 / ${pages.length}`)
})

describe.each<[Currency, number, number]>([
  ['JPY', 1234, 66],
  ['INR', 123_456, 6_173],
  ['KWD', 1_234_567, 61_728],
])('in %s', (currency, items, tax) => {
  test.each([true, false])('what stands on paper adds up to the total, prices with tax: %s', async (prices_include_tax) => {
    const parts = { packing_minor: 50, delivery_minor: 300, discount_minor: 125, tip_minor: 20, rounding_minor: -7 }
    const added = prices_include_tax ? 0 : tax
    const total_minor = items + 50 + 300 - 125 + 20 - 7 + added
    const order = await orderOf(
      [
        { name: 'Rice', minor: items - 1 },
        { name: 'Salt', minor: 1 },
      ],
      {
        currency,
        ...parts,
        tax_minor: added,
        total_minor,
        prices_include_tax,
        taxes: JSON.stringify([{ name: 'VAT', ratePpm: 50_000, base: money(items, currency), amount: money(tax, currency) }]),
        discounts: JSON.stringify([
          { name: 'Opening week', code: 'OPEN', amount: money(125, currency), funders: [{ party: 'store', amount: money(125, currency) }] },
        ]),
      },
    )
    const { lines } = await printed(world.app, world.admin, order.id, receipt)
    const amountAfter = (label: string) =>
      lines
        .findLast((line) => line.startsWith(label))
        ?.slice(label.length)
        .trim()
    const words = (minor: number) => format().money(money(minor, currency)).replace(/\s+/g, ' ')
    const steps = {
      Items: items,
      Packing: 50,
      Delivery: 300,
      'Opening week (OPEN)': -125,
      Tip: 20,
      Rounding: -7,
      ...(!prices_include_tax && { 'VAT 5 %': tax }),
    }
    for (const [label, minor] of Object.entries(steps)) expect([label, amountAfter(label)]).toEqual([label, words(minor)])
    expect(Object.values(steps).reduce((sum, minor) => sum + minor, 0)).toBe(total_minor)
    expect(amountAfter('Total')).toBe(words(total_minor))
    expect(amountAfter('1 × Rice')).toBe(words(items - 1))
    expect(amountAfter('1 × Salt')).toBe(words(1))
    if (prices_include_tax) expect(amountAfter('VAT 5 % (included)')).toBe(words(tax))
    // Who pays for a discount is nothing of the customer's.
    expect(lines.join()).not.toContain('paid by')
  })
})

test('names are drawn as they are, whatever they look like', async () => {
  const names = [
    '<b>Bold</b> & "quotes"',
    '{{SECRET_KEY}} #{1 + 1}',
    '(paren) \\ Tj ET endstream endobj',
    '/JavaScript (app.alert(1))',
    '=HYPERLINK("http://x")',
    '%PDF-1.7 %%EOF',
  ]
  const order = await orderOf(
    names.map((name) => ({ name })),
    { customer_name: '</text><script>alert(1)</script>' },
  )
  for (const document of ['receipt', 'kitchen-ticket'] as const) {
    const { body: print } = await world.app.call(`POST /orders/${order.id}/prints`, { as: world.admin, body: { document, paper: 'a4' } })
    const bytes = await fetchPaper(world.app, world.admin, print.id)
    const { text } = await readPdf(bytes)
    for (const name of [...names, '</text><script>alert(1)</script>']) expect(text).toContain(name)
    // Nothing of the file itself acts: no script, no link, no form.
    expect(bytes.toString('latin1')).not.toMatch(/\/(JavaScript|JS|Launch|URI|OpenAction|AA|AcroForm|EmbeddedFile)\b/)
  }
})

test('a receipt says what credits paid, and what is taken beside them', async () => {
  const { customer } = await withCredits(world, [10_000])
  const { id } = await place(world, { customer, payment: { method: 'cash' }, useCredits: true })
  const { lines } = await printed(world.app, world.admin, id, receipt)
  expect(lines).toEqual(expect.arrayContaining(['Total ₹250.00', 'Paid by credit ₹100.00', 'Due at hand-over ₹150.00']))
})

test('names of other scripts are drawn in theirs, and what no font has is said', async () => {
  const names = ['മസാല ദോശ', 'मसाला डोसा', 'மசாலா தோசை', 'ಮಸಾಲೆ ದೋಸೆ', 'మసాలా దోశ', 'Crème brûlée', 'Борщ', 'Μουσακάς']
  const whole = await orderOf(names.map((name) => ({ name })))
  const { text } = await printed(world.app, world.admin, whole.id, receipt)
  // Vowels that are written before their consonant stand there on paper.
  const lettersOf = (line: string) => [...line.replaceAll(' ', '').normalize('NFD')].sort().join('')
  const drawn = text.split('\n').map(lettersOf)
  for (const name of names) expect(drawn).toContain(lettersOf(`1 × ${name} ₹100.00`))
  expect(text).not.toContain('?')
  const strange = await orderOf([{ name: 'Sushi 寿司 🍣' }])
  const { lines } = await printed(world.app, world.admin, strange.id, receipt)
  expect(lines).toContain('1 × Sushi ?? ? ₹100.00')
  expect(lines.at(-1)).toBe('? stands for a character that cannot be printed.')
})

test('a second copy says that it is one, when and by whom, whichever paper it is on; the other document counts by itself', async () => {
  const order = await orderOf([{ name: 'Dosa' }])
  const first = await printed(world.app, world.admin, order.id, receipt)
  const second = await printed(world.app, world.admin, order.id, { ...receipt, paper: 'a4' })
  const kitchen = await printed(world.app, world.admin, order.id, ticket)
  expect([first.print.copy, second.print.copy, kitchen.print.copy]).toEqual([1, 2, 1])
  for (const { text } of [first, kitchen]) expect(text).not.toContain('Reprint')
  expect(second.text).toContain('Reprint · copy 2 · Nov 20, 2026, 1:30 PM · by Priya Nair')
  expect(await fetchPaper(world.app, world.admin, second.print.id)).toEqual(await fetchPaper(world.app, world.admin, second.print.id))
  const history = (await world.app.call(`GET /history/order/${order.id}`, { as: world.admin })).body.rows
  expect(history.map(({ action, actorName }: Record<string, string>) => [action, actorName])).toEqual(
    Array(3).fill(['print', 'Priya Nair']),
  )
})

test('two at once get two numbers, and the same key one', async () => {
  const order = await orderOf([{ name: 'Dosa' }])
  const print = (key?: string) =>
    world.app.call(`POST /orders/${order.id}/prints`, { as: world.admin, body: receipt, headers: key ? { 'idempotency-key': key } : {} })
  const answers = await Promise.all(Array.from({ length: 6 }, () => print()))
  expect(answers.map(({ body }) => body.copy).sort()).toEqual([1, 2, 3, 4, 5, 6])
  const [one, two] = await Promise.all([print(order.id), print(order.id)])
  expect([one.body, two.body.copy, (await print(order.id)).body.id]).toEqual([two.body, 7, one.body.id])
})

test('who sees the order prints it, and nobody else, and finds no print of it', async () => {
  const order = await orderOf([{ name: 'Dosa' }])
  const elsewhere = await addStore(world.db)
  const { app } = world
  const officer = await app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [world.store.id] } })
  const stranger = await app.addStaff({ permissions: ['order.view'], scope: { kind: 'store', ids: [elsewhere.id] } })
  const other = await app.addStaff({ permissions: ['store.view'] })
  const print = (as: Caller) => app.call(`POST /orders/${order.id}/prints`, { as, body: ticket })
  const { print: own } = await printed(app, officer, order.id, ticket)
  expect((await print(stranger)).body.error.reason).toBe('order-not-found')
  expect((await print(other)).body.error.fields).toEqual({ permission: 'order.view' })
  const fetched = (as: Caller) => app.call(`GET /order-prints/${own.id}`, { as })
  expect((await fetched(stranger)).body.error.reason).toBe('order-print-not-found')
  expect((await fetched(other)).status).toBe(401)
  const { status, headers } = await fetched(world.admin)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'application/pdf', 'private, no-store'])
  expect(headers['content-disposition']).toBe(`attachment; filename="Kitchen_ticket_${order.number}.pdf"`)
})

test('the paper is of the order as it was printed: once it has changed, it is to be printed again', async () => {
  const { id } = await place(world)
  const { print } = await printed(world.app, world.admin, id, receipt)
  expect((await act(world, id, 'accept', { prepMinutes: 20 })).status).toBe(200)
  const { status, body } = await world.app.call(`GET /order-prints/${print.id}`, { as: world.admin })
  expect([status, body.error.reason]).toEqual([409, 'changed-since-printed'])
  const again = await printed(world.app, world.admin, id, receipt)
  expect(again.print.copy).toBe(2)
  expect(again.text).not.toContain('Edited')
  expect((await edit(world, id, { tip: inr(2_000) })).status).toBe(200)
  for (const document of ['receipt', 'kitchen-ticket'] as const) {
    const edited = await printed(world.app, world.admin, id, { document, paper: 'roll' })
    expect(edited.text).toContain('Edited once, last Nov 20, 2026, 1:30 PM')
  }
})

test('a paper that there is not, or a document, is refused by its field', async () => {
  const order = await orderOf([{ name: 'Dosa' }])
  const { status, body } = await world.app.call(`POST /orders/${order.id}/prints`, {
    as: world.admin,
    body: { document: 'menu', paper: 'roll' },
  })
  expect([status, Object.keys(body.error.fields)]).toEqual([422, ['body.document']])
})
