import { ticketContract } from '@larder/contract'
import { pressAct } from './acts.ts'
import { expect, test } from './journey.ts'

test('tickets are snoozed, split, merged, solved and reopened, each with what its history says in words', async ({
  signedIn,
  staff,
  shopper,
}) => {
  const { call, me } = await staff('custumercare-executive')
  const order = await shopper.place({ vertical: 'restaurant' })
  const open = (text: string) =>
    call(ticketContract.create, { body: { topicCode: 'late-order', priority: 'normal', queue: 'care', text, orderId: order.id } })
  const [kept, twin] = [await open('Where is it?'), await open('Where is my order?')]
  const page = await signedIn('custumercare-executive', `/customerService/tickets/${kept.id}`)
  const head = page.getByRole('heading', { level: 1 }).locator('..')
  const act = (name: string) => pressAct(page, head.locator('../..'), name)
  const facts = page.getByRole('region', { name: 'Ticket', exact: true })

  await act('Snooze')
  const snooze = page.getByRole('dialog', { name: 'Snooze' })
  await snooze.getByRole('button', { name: 'Snooze' }).click()
  await expect(head.getByText('Snoozed', { exact: true })).toBeVisible()
  await act('Resume')
  await expect(head.getByText('Open', { exact: true })).toBeVisible()

  await act('Split')
  const split = page.getByRole('dialog', { name: 'Split' })
  await split.getByRole('combobox', { name: 'Topic' }).selectOption({ label: 'How the rider behaved' })
  await split.getByRole('textbox', { name: 'Text' }).fill('And he was rude.')
  await split.getByRole('button', { name: 'Split' }).click()
  await expect(split).toBeHidden()
  const about = page.getByRole('region', { name: 'About' })
  const [part] = (await call(ticketContract.get, { params: { id: kept.id } })).splits
  await page.getByRole('link', { name: 'View', exact: true }).press('Enter')
  await expect(page.getByText('And he was rude.')).toBeVisible()
  await about.getByRole('link', { name: kept.number }).click()
  await expect(about.getByRole('link', { name: part?.name ?? '' })).toBeVisible()

  await act('Solve')
  await expect(head.getByText('Solved', { exact: true })).toBeVisible()
  await expect(facts.getByText(me.person.name), 'who solved it is its owner').toBeVisible()
  await act('Reopen')
  const reopen = page.getByRole('dialog', { name: 'Reopen' })
  await reopen.getByRole('textbox', { name: 'Reason' }).fill('They called again')
  await reopen.getByRole('button', { name: 'Reopen' }).click()
  await expect(head.getByText('Open', { exact: true })).toBeVisible()
  await expect(facts.getByText(me.person.name), 'and has it back').toBeVisible()

  await page.goto(`/customerService/tickets/${twin.id}`)
  await act('Merge')
  const merge = page.getByRole('dialog', { name: 'Merge' })
  await merge.getByRole('combobox', { name: 'Into' }).fill(kept.number)
  await page.getByRole('option', { name: new RegExp(kept.number) }).click()
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(page, 'it goes to the one that goes on').toHaveURL(new RegExp(kept.id))
  // Whose heading takes the focus as it comes.
  await expect(page.getByRole('heading', { level: 1, name: kept.number })).toBeFocused()
  await page.getByRole('link', { name: `Back to ${twin.number}` }).press('Enter')
  await expect(head.getByText('Closed', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('tabpanel').or(page.locator('main'))
  await expect(history.getByText('Topic: The order is late')).toBeVisible()
  await history.getByRole('link', { name: kept.number }).click()

  await expect(page).toHaveURL(new RegExp(kept.id))
  await expect(page.getByText(`${twin.number} was merged into this one.`)).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  for (const words of ['Snoozed', 'Resumed', 'Split off a part', 'Solved', 'Reopened', 'They called again'])
    await expect(page.locator('main').getByText(words, { exact: true }).first()).toBeVisible()
  await expect(page.locator('main').getByText(`${me.person.name}, Customer care executive`).first()).toBeVisible()
  await page.locator('main').getByRole('listitem').filter({ hasText: 'Split off a part' }).getByRole('link').click()
  await expect(page.getByText('And he was rude.')).toBeVisible()
})
