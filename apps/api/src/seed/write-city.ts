import { channelScopes, type Instant, instantOf, plainFormat } from '@larder/contract'
import type { PoolClient } from 'pg'
import { demoKeyName } from '#kit/access/demo-key.ts'
import { hashPassword } from '#kit/access/passwords.ts'
import { hashToken, newToken } from '#kit/access/sessions.ts'
import type { Services } from '#kit/context.ts'
import { buildApprovals, buildSettingPlans } from './approvals.ts'
import { writeBankAccounts } from './bank-accounts.ts'
import { writeBranchDays } from './branch-days.ts'
import { withoutIndexes } from './bulk-load.ts'
import { writeCarts } from './carts.ts'
import { writeCashDeposits } from './cash.ts'
import { writeChangeSets } from './change-sets.ts'
import { buildKeys } from './channel-keys.ts'
import { buildCity, type City } from './city.ts'
import { buildColleagues } from './colleagues.ts'
import { copyRows } from './copy.ts'
import { demoEmailOf, demoPassword } from './demo-access.ts'
import { writeFeedback } from './feedback.ts'
import { writeHandOvers } from './hand-overs.ts'
import { writeHistory } from './history.ts'
import { drawPictures } from './menu-pictures.ts'
import { writeMenuScans } from './menu-scans.ts'
import { writeOnboarding } from './onboarding.ts'
import { writeOutsideIds } from './outside-ids.ts'
import { writePayments } from './payments.ts'
import { recordRows } from './record-rows.ts'
import { writeAskedRefund, writeRefundEvents } from './refunds.ts'
import { writeRiderLives } from './rider-lives.ts'
import { buildStaff } from './staff.ts'
import { zone } from './territory.ts'
import { writeTickets } from './tickets.ts'
import { writeTimelines } from './timeline.ts'
import { writeTotals } from './totals.ts'

export interface CityOptions {
  /** How many orders of history. */
  orders: number
  now: Instant
  /** Where payments of earlier orders are kept; without it the demo has none. */
  gateway?: Services['config']['gateway']
  /** What bank accounts are encrypted with; without it the demo has none. */
  secretKey?: string
  /** Told in a few words what is being done. */
  onStep?: (step: string) => void
}

/** A parent comes before what refers to it. */
const cityTables = [
  'branch',
  'area',
  'store_location',
  'cuisine',
  'category_type',
  'crate',
  'tax_profile',
  'store',
  'crate_movement',
  'crate_balance',
  'store_cuisine',
  'store_category_type',
  'menu_category',
  'item',
  'item_picture',
  'choice_group',
  'item_choice_group',
  'machine',
  'rider',
  'customer',
] as const satisfies readonly (keyof City['rows'])[]

/** Writes the demo city, with everybody who works in it, into an empty database. */
export async function writeCity(client: PoolClient, options: CityOptions, channelKey: string): Promise<void> {
  const { orders, now, gateway = null, secretKey, onStep } = options
  const city = buildCity(now, orders)
  await copyRows(client, 'file', drawPictures(city.rows.menu_category.map(({ name }) => name)))
  for (const table of cityTables) await copyRows(client, table, city.rows[table])
  const accountOf = await writeAccess(client, city, channelKey, now)
  await withoutIndexes(
    client,
    async () => {
      const onCount = (done: number) =>
        onStep?.(`Building the demo city: ${plainFormat.number(done)} of ${plainFormat.number(orders)} orders`)
      await writeHistory(client, city, { orders, onCount })
      await writeTimelines(client)
    },
    () => onStep?.('Building the demo city: indexes'),
  )
  await writeRefundEvents(client)
  await writeAskedRefund(client, city.stream('asked refund').id(city.nowMs), city.nowMs)
  await writeTotals(client, city)
  await writeRiderLives(client, { random: city.stream('rider lives'), now, zone })
  await writeCarts(client, city.stream('carts'), city)
  await writeCashDeposits(client, city.stream('cash deposits'))
  await writeBranchDays(client, city.stream('branch days'), now, zone)
  await writeHandOvers(client, city.stream('hand-overs'), now)
  await writeTickets(client, city.stream('tickets'), now)
  await writeFeedback(client, city.stream('feedback'), now)
  await writeOnboarding(client, city, now)
  if (secretKey) await writeBankAccounts(client, city, secretKey)
  await writeChangeSets(client, city.stream('change sets'), now)
  await writeOutsideIds(client)
  await writeMenuScans(client, city.stream('menu scans'), now)
  for (const [table, rows] of await recordRows(city, accountOf)) await copyRows(client, table, rows)
  await writePayments(client, gateway)
}

/** The accounts of staff, what one of them asked for, and the key of outside programs. Gives the account of each role. */
async function writeAccess(client: PoolClient, city: City, channelKey: string, now: Instant): Promise<(role: string) => string> {
  const [branch, store] = [city.branches[0], city.stores[0]]
  if (!branch || !store) throw new Error('the demo city has no branch or no store')
  const founded = instantOf(city.foundedMs)
  const passwordHash = await hashPassword(demoPassword)
  const facts = { foundedMs: city.foundedMs, founded, passwordHash, branchId: branch.id, storeId: store.id }
  const staff = await buildStaff(client, city.stream('staff'), facts)
  const colleagues = buildColleagues(city.stream('colleagues'), {
    now,
    foundedMs: city.foundedMs,
    passwordHash: await hashPassword(newToken().token),
    roleIds: new Map(staff.map(({ email, role_id }) => [email.replace(/@.*/, ''), role_id])),
    branchIds: city.branches.map(({ id }) => id),
    storeIds: city.stores.map(({ id }) => id),
  })
  await copyRows(client, 'staff', staff)
  await copyRows(client, 'staff', colleagues.staff)
  await copyRows(client, 'session', colleagues.sessions)
  await copyRows(client, 'mail', colleagues.mails)
  await copyRows(client, 'approval', buildApprovals(city.stream('approvals'), staff, now))
  await copyRows(client, 'setting_plan', buildSettingPlans(city.stream('plans'), staff, now))
  await copyRows(client, 'setup_step', [{ key: 'marketplace' }, { key: 'tax' }])
  await copyRows(client, 'channel_key', [
    {
      id: city.channelId,
      name: demoKeyName,
      kind: 'simulator',
      scopes: [...channelScopes],
      key_hash: hashToken(channelKey),
      created_at: founded,
      updated_at: founded,
    },
  ])
  await copyRows(client, 'channel_key', buildKeys(city))
  return (role) => {
    const found = staff.find(({ email }) => email === demoEmailOf(role))
    if (!found) throw new Error(`the demo city has no account of ${role}`)
    return String(found.id)
  }
}
