import { newId } from '@larder/contract'
import { enterAgain } from '../../role-people.ts'
import { protect } from '../../second-factor.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done with accounts of others. */
export const examples: Examples = ({ app, db, branch, role, at, staffMember }) => ({
  'staff.create': async () => ({
    body: {
      firstSignIn: 'invitation',
      name: 'New Person',
      phone: null,
      expiresAt: null,
      email: `${newId()}@larder.test`,
      roleId: role.id,
      scope: { kind: 'all', ids: [] },
    },
  }),
  'staff.update': async () => at((await staffMember()).id, { name: 'Other Name' }),
  'staff.changeRole': async () => at((await staffMember()).id, { roleId: role.id, scope: { kind: 'branch', ids: [branch.id] } }),
  'staff.suspend': async () => at((await staffMember()).id, { reason: 'On leave' }),
  'staff.reactivate': async () => at((await staffMember('suspended')).id, { reason: 'Back' }),
  'staff.deactivate': async () => at((await staffMember()).id, { reason: 'Left the company' }),
  'staff.invite': async () => at((await staffMember('invited')).id, {}),
  'staff.removeSecondFactor': async () => {
    const { id } = await staffMember()
    await protect(app, { id, token: await enterAgain(db, id) })
    return at(id, { version: 2, reason: 'Lost the phone' })
  },
  'staff.resetPassword': async () => at((await staffMember()).id, {}),
  'staff.endSessions': async () => at((await staffMember()).id, {}),
  'staff.endSession': async () => {
    const { id } = await staffMember()
    await enterAgain(db, id)
    const session = await db.selectFrom('session').select('id').where('staff_id', '=', id).executeTakeFirstOrThrow()
    return at(id, { sessionId: session.id })
  },
})
