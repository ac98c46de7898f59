import type { Me } from '@larder/contract'
import type { Services } from '#kit/context.ts'
import { readConventions, readSetting } from '#kit/settings.ts'
import { findPerson } from './session.queries.ts'

/** Who is signed in, what they may do, and what every screen needs to know of the installation. */
export async function findMe(services: Services, staffId: string): Promise<Me> {
  const { db, config, outbox } = services
  const [person, name, currency, timeZone, conventions] = await Promise.all([
    findPerson(db, staffId),
    readSetting(services, 'installation.name'),
    readSetting(services, 'installation.currency'),
    readSetting(services, 'installation.timeZone'),
    readConventions(services),
  ])
  return { ...person, installation: { name, currency, timeZone, conventions, isDemo: config.demo }, sequence: outbox.position() }
}
