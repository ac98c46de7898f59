import { addMinutes, currentInstant, newId, type SettingKey } from '@larder/contract'
import { taxProfileOf } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what changes settings, at once or by a plan that somebody has made before. */
export const examples: Examples = ({ db, admin: planner }) => {
  let minutes = 24 * 60
  const ahead = () => addMinutes(currentInstant(), minutes++)
  const planned = async (key: SettingKey, value: number | string) => {
    const id = newId()
    // An earlier one must neither be in the way of its minute nor of how many there may be.
    await db.deleteFrom('setting_plan').where('key', '=', key).execute()
    const at = { takes_effect_at: `${ahead().slice(0, 16)}:00.000Z`, staff_id: planner.id }
    await db
      .insertInto('setting_plan')
      .values({ id, key, value: JSON.stringify(value), ...at })
      .execute()
    return { params: { id }, body: { version: 1 } }
  }
  const moved = async (key: SettingKey, value: number | string) => {
    const { params, body } = await planned(key, value)
    return { params, body: { ...body, takesEffectAt: ahead() } }
  }
  const rate = () => taxProfileOf(db, 50_000)
  return {
    'setting.change': async () => ({ params: { id: 'order.warnMinutes' }, body: { version: 0, value: 4 } }),
    'setting.changeTax': async () => ({ params: { id: 'tax.delivery' }, body: { version: 0, value: await rate() } }),
    'setting.movePlan': () => moved('order.travelMinutes', 25),
    'setting.moveTaxPlan': async () => moved('tax.packing', await rate()),
    'setting.cancelPlan': () => planned('order.travelMinutes', 25),
    'setting.cancelTaxPlan': async () => planned('tax.packing', await rate()),
  }
}
