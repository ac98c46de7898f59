import { CustomerRow, isId, Order, type Permission, type SoughtEntity, settings } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { notFound } from '#kit/errors.ts'
import { approvals } from '#modules/approval/approval.service.ts'
import { areas } from '#modules/area/area.service.ts'
import { categoryTypes } from '#modules/category-type/category-type.service.ts'
import { crates } from '#modules/crate/crate.service.ts'
import { cuisines } from '#modules/cuisine/cuisine.service.ts'
import { getCustomer } from '#modules/customer/customer.service.ts'
import { getOrder } from '#modules/order/read/read.service.ts'
import { getRider } from '#modules/rider/rider-read.service.ts'
import { getRole } from '#modules/role/role.service.ts'
import { accounts } from '#modules/staff/staff.service.ts'
import { stores } from '#modules/store/store.service.ts'
import { storeLocations } from '#modules/store-location/store-location.service.ts'
import { tasks } from '#modules/task/task.service.ts'

/** Whose history can be asked for: what it takes to see the record itself, and what it takes to see whom it is about. */
interface Subject {
  permission: Permission
  /** Throws not-found where the caller could not open the record: scopes and teams are the record's own rule. */
  open(ctx: Context, id: string): unknown
  /** Without this permission a customer's phone, e-mail and address stay hidden. */
  reveal?: Permission
}

type Get = (ctx: Context, input: { params: { id: string } }) => unknown

const byId =
  (entity: SoughtEntity, get: Get): Subject['open'] =>
  (ctx, id) =>
    isId(id) ? get(ctx, { params: { id } }) : notFound(entity)

/** Every entity that has a history, in one place. */
export const subjects: Readonly<Record<string, Subject>> = {
  approval: { permission: 'approval.view', open: byId('approval', approvals.handlers.get) },
  area: { permission: 'setting.view', open: byId('area', areas.handlers.get) },
  'category-type': { permission: 'setting.view', open: byId('category-type', categoryTypes.handlers.get) },
  crate: { permission: 'setting.view', open: byId('crate', crates.handlers.get) },
  cuisine: { permission: 'setting.view', open: byId('cuisine', cuisines.handlers.get) },
  customer: { permission: 'customer.view', open: byId('customer', getCustomer), reveal: CustomerRow.shape.phone.reveal },
  order: { permission: 'order.view', open: byId('order', getOrder), reveal: Order.shape.customerPhone.reveal },
  rider: { permission: 'rider.view', open: byId('rider', getRider) },
  role: { permission: 'role.view', open: byId('role', getRole) },
  setting: { permission: 'setting.view', open: (_, key) => (key in settings ? key : notFound('setting')) },
  staff: { permission: 'staff.view', open: byId('staff', accounts.handlers.get) },
  store: { permission: 'store.view', open: byId('store', stores.handlers.get) },
  task: { permission: 'dashboard.view', open: byId('task', tasks.handlers.get) },
  'store-location': { permission: 'setting.view', open: byId('store-location', storeLocations.handlers.get) },
}
