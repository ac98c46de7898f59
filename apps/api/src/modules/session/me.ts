import { type Me, type Permission, permissions } from '@larder/contract'
import { needsSecondFactor } from '#kit/access/second-factor.ts'
import type { Actor } from '#kit/actor.ts'
import type { Context, Services } from '#kit/context.ts'
import { readConventions, readSetting } from '#kit/settings.ts'
import { accountRolesOf } from '#modules/role/role.service.ts'
import { findPerson, listPlaces, type SignedInPerson } from './session.queries.ts'

/** Who is signed in, what they may do, and what every screen needs to know of the installation. */
export async function findMe(services: Services, staffId: string): Promise<Me> {
  const { db, config, outbox } = services
  const [person, name, currency, timeZone, tiles, credit, conventions] = await Promise.all([
    findPerson(db, staffId).then(async (found) => ({ ...found, accounts: await accountRolesOf(db, powerOf(found)) })),
    readSetting(services, 'installation.name'),
    readSetting(services, 'installation.currency'),
    readSetting(services, 'installation.timeZone'),
    readSetting(services, 'installation.mapTiles'),
    readSetting(services, 'installation.mapCredit'),
    readConventions(services),
  ])
  const installation = { name, currency, timeZone, conventions, map: { tiles, credit }, isDemo: config.demo }
  const { hasSecondFactor, ...own } = person
  const mustAddSecondFactor = !hasSecondFactor && (await needsSecondFactor(services, own))
  return { ...own, mustAddSecondFactor, installation, viewing: null, sequence: outbox.position() }
}

/** The same of who asks, as they see the product now. */
export async function findMeNow({ services, actor }: Pick<Context, 'services' | 'actor'>): Promise<Me> {
  const me = await findMe(services, actor.id)
  const { viewing, scope } = actor
  if (!viewing || scope.kind === 'channel') return me
  const ids = scope.kind === 'all' ? [] : [...scope.ids]
  const places = await listPlaces(services.db, ids)
  const accounts = await accountRolesOf(services.db, actor)
  return {
    ...me,
    ...powersOf(actor),
    accounts,
    role: actor.role ?? '',
    roleName: viewing.roleName,
    scope: { kind: scope.kind, ids } as Me['scope'],
    places,
    viewing,
  }
}

function powersOf({ isAdmin, grants, limits }: Actor): Pick<Me, 'isAdmin' | 'permissions' | 'limits'> {
  if (isAdmin) return { isAdmin, permissions: [...permissions], limits: {} }
  return { isAdmin, permissions: [...grants].sort() as Permission[], limits: Object.fromEntries(limits) }
}

function powerOf({ role, isAdmin, permissions, limits, scope }: SignedInPerson) {
  return { role, isAdmin, grants: new Set(permissions), limits: new Map(Object.entries(limits)), scope }
}
