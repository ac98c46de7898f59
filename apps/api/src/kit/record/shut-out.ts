import type { Context } from '../context.ts'
import { format } from '../format.ts'
import { readSetting } from '../settings.ts'

/** Who could have approved something before one of those who may be its makers did something to them or to their role. */
export interface ShutOut {
  /** Who could have approved it. */
  name: string
  /** Whose account or which role it was done to. */
  whom: string
  by: string
  action: string
  entity: string
  at: string
  until: string
}

const done: Readonly<Record<string, (whom: string) => string>> = {
  invite: (whom) => `invited ${whom} anew`,
  resetPassword: (whom) => `gave ${whom} another password`,
  removeSecondFactor: (whom) => `took the two-step sign-in of ${whom} away`,
  suspend: (whom) => `suspended ${whom}`,
  deactivate: (whom) => `deactivated ${whom}`,
  changeRole: (whom) => `gave ${whom} another role or scope`,
  update: (whom) => `set an end to the account of ${whom}`,
}

/** What was done to whom, and until when nobody approves it by exception. */
export async function shutOutWords({ services }: Pick<Context, 'services'>, out: ShutOut): Promise<string> {
  const zone = await readSetting(services, 'installation.timeZone')
  const [at, until] = [out.at, out.until].map((instant) => format().instant(instant, 'dateTime', zone))
  const what = out.entity === 'role' ? `changed the role ${out.whom}` : done[out.action]?.(out.whom)
  return `${out.by} ${what} on ${at}. Without that ${out.name} could approve this. Until ${until} only somebody independent of its maker approves it.`
}
