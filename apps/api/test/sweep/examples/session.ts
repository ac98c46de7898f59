import { newId } from '@larder/contract'
import { hashPassword } from '../../../src/kit/access/passwords.ts'
import { createStaff } from '../../../src/modules/staff/staff.install.ts'
import { type Examples, password } from '../world.ts'

/** Good calls of whoever signs in and out. */
export const examples: Examples = ({ app, db, admin, staffMember }) => {
  /** The token of an invitation that somebody has just got. */
  const invited = async () => {
    const { id } = await staffMember('invited')
    const answer = await app.call(`POST /staff/${id}/invite`, { as: admin, body: { version: 1 } })
    return String(answer.body.inviteToken)
  }
  return {
    'session.login': async () => {
      const email = `${newId()}@larder.test`
      await createStaff(db, {
        email,
        name: 'Somebody',
        role: { key: 'office-staff' },
        scope: { kind: 'all', ids: [] },
        passwordHash: await hashPassword(password),
      })
      return { body: { email, password } }
    },
    'session.logout': async () => ({ as: await app.addStaff() }),
    'session.revoke': async () => {
      const as = await app.addStaff()
      const { id } = await db.selectFrom('session').select('id').where('staff_id', '=', as.id).executeTakeFirstOrThrow()
      return { as, params: { id } }
    },
    'session.revokeOthers': async () => ({ as: await app.addStaff() }),
    'session.readInvite': async () => ({ body: { token: await invited() } }),
    'session.acceptInvite': async () => ({ body: { token: await invited(), password } }),
  }
}
