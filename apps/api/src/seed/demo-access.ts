import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import { demoKeyName } from '#kit/access/demo-key.ts'
import { verifyPassword } from '#kit/access/passwords.ts'
import { revokeSessions, tellAccessChange } from '#kit/access/sessions.ts'
import type { Context } from '#kit/context.ts'
import { wholeInstallation } from '#kit/live/audience.ts'
import { unitOfWork } from '#kit/unit-of-work.ts'
import { takeBackKey } from '#modules/channel/channel-key.service.ts'
import { builtInRoles } from '#modules/role/built-in-roles.ts'

/** What every demo account signs in with. Public: the demo listens on the loopback address alone. */
export const demoPassword = 'larder-demo'

/** The address of the demo's account of a role. */
export function demoEmailOf(role: string): string {
  return `${role}@larder.test`
}

/** What of a demo opens a database to whoever has read the documents, or a console long ago. */
export interface DemoAccess {
  accounts: { id: string; email: string }[]
  channelKeys: { id: string }[]
}

/** The accounts that may sign in with the demo's password, and its channel key unless that was revoked. */
export async function findDemoAccess(db: ReadDatabase): Promise<DemoAccess> {
  const people = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role_id')
    .select(['staff.id', 'email', 'password_hash'])
    .where(
      'email',
      'in',
      builtInRoles.map(({ key }) => demoEmailOf(key)),
    )
    .where('status', '=', 'active')
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .orderBy('role.sort')
    .execute()
  const opened = new Map<string | null, boolean>()
  for (const { password_hash: stored } of people) if (!opened.has(stored)) opened.set(stored, await verifyPassword(stored, demoPassword))
  const channelKeys = await db
    .selectFrom('channel_key')
    .select('id')
    .where('name', '=', demoKeyName)
    .where('revoked_at', 'is', null)
    .execute()
  const accounts = people.filter((person) => opened.get(person.password_hash)).map(({ id, email }) => ({ id, email }))
  return { accounts, channelKeys }
}

/** Refuses to run as a real installation what a demo's public password or its key still opens. */
export async function refuseOpenDemo(db: ReadDatabase): Promise<void> {
  const { accounts, channelKeys } = await findDemoAccess(db)
  const [first] = accounts
  if (!first && channelKeys.length === 0) return
  const more = accounts.length > 1 ? ` and ${accounts.length - 1} more` : ''
  const open = [first && `the demo's password (${first.email}${more})`, channelKeys.length > 0 && "the demo's channel key"].filter(Boolean)
  throw new Error(
    [
      `This database was a demo, and it still opens to ${open.join(' and ')}.`,
      'Take that back with "npm run admin -- retire-demo", or start with DEMO=on.',
    ].join('\n'),
  )
}

/** Suspends the accounts that the demo's password opens, ends their sessions and revokes the demo's channel key. Gives what it took back. */
export async function retireDemo(ctx: Context): Promise<DemoAccess> {
  const found = await findDemoAccess(ctx.db)
  return unitOfWork(ctx, async (work) => {
    const { services } = ctx
    for (const { id } of found.accounts) {
      const changes = { status: 'suspended', version: sql<number>`version + 1`, access_version: sql<number>`access_version + 1` }
      await work.db
        .updateTable('staff')
        .set({ ...changes, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute()
      await revokeSessions(services, work, { staffId: id }, 'suspended')
      await tellAccessChange(services, work, { about: 'staff', id })
    }
    for (const { id } of found.channelKeys) await takeBackKey(ctx, work, id)
    if (found.accounts.length + found.channelKeys.length === 0) work.nothing()
    else {
      const told = { permission: 'staff.view', branchId: wholeInstallation, storeId: null } as const
      work.record({ entity: 'demo', id: 'demo', version: 1, action: 'retire', old: found, new: null, ...told })
    }
    return found
  })
}
