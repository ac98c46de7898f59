import { addMinutes, type Instant } from '@larder/contract'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.gen.ts'
import { demoEmailOf } from './demo-access.ts'
import type { Random } from './random.ts'

type Person = Pick<Insertable<DB['staff']>, 'id' | 'email'>

/** What an accountant asked for this morning, and the administrator has not looked at yet. */
export function buildApprovals(random: Random, staff: readonly Person[], now: Instant): Insertable<DB['approval']>[] {
  const maker = staff.find(({ email }) => email === demoEmailOf('accountant-admin'))
  if (!maker) throw new Error('the demo has nobody who keeps the accounts')
  const asked = addMinutes(now, -190)
  return [
    {
      id: random.id(Date.parse(asked)),
      operation: 'setting.changeTax',
      params: JSON.stringify({ id: 'tax.prices' }),
      body: JSON.stringify({ version: 0, value: 'inclusive' }),
      title: 'Change tax in prices to Included in prices',
      reason: 'The new menus print prices with tax.',
      entity: 'setting',
      entity_id: 'tax.prices',
      old: JSON.stringify({ value: 'exclusive' }),
      new: JSON.stringify({ value: 'inclusive' }),
      permission: 'setting-tax.approve',
      maker_id: maker.id,
      created_at: asked,
      updated_at: asked,
      expires_at: addMinutes(asked, 7 * 24 * 60),
    },
  ]
}

/** What the administrator has planned for the week after next. */
export function buildSettingPlans(random: Random, staff: readonly Person[], now: Instant): Insertable<DB['setting_plan']>[] {
  const planner = staff.find(({ email }) => email === demoEmailOf('admin'))
  if (!planner) throw new Error('the demo has no administrator')
  const planned = addMinutes(now, -26 * 60)
  return [
    {
      id: random.id(Date.parse(planned)),
      key: 'privacy.revealsPerHour',
      value: '20',
      takes_effect_at: addMinutes(`${now.slice(0, 10)}T18:30:00.000Z`, 9 * 24 * 60),
      staff_id: planner.id,
      created_at: planned,
      updated_at: planned,
    },
  ]
}
