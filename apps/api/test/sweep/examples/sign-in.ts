import { hashPassword } from '../../../src/kit/access/passwords.ts'
import { passkeyDevice } from '../../passkey-device.ts'
import { pngOf } from '../../pictures.ts'
import { beginTwoStep, codeOf, protect } from '../../second-factor.ts'
import { type Examples, password } from '../world.ts'

/** What people do about their own sign-in, each as somebody new who has this password. */
export const examples: Examples = ({ app }) => {
  const withPassword = async () => {
    const as = await app.addStaff()
    const password_hash = await hashPassword(password)
    await app.database.db.updateTable('staff').set({ password_hash }).where('id', '=', as.id).execute()
    return as
  }
  const withCode = async () => {
    const as = await withPassword()
    return { as, code: (await protect(app, as)).recoveryCodes[0] }
  }
  const device = () => passkeyDevice(app.services.config.publicUrl ?? '')
  const withPasskey = async () => {
    const as = await app.addStaff()
    const own = device()
    const asked = (await app.call('POST /me/passkeys/begin', { as })).body
    const { body } = await app.call('POST /me/passkeys', { as, body: { name: 'My phone', credential: own.make(asked) } })
    return { as, own, id: String(body.id) }
  }
  return {
    'passkey.begin': async () => ({ as: await app.addStaff() }),
    'passkey.create': async () => {
      const as = await app.addStaff()
      const asked = (await app.call('POST /me/passkeys/begin', { as })).body
      return { as, body: { name: 'My phone', credential: device().make(asked) } }
    },
    'passkey.remove': async () => {
      const { as, id } = await withPasskey()
      return { as, params: { id } }
    },
    'passkey.ask': async () => ({}),
    'passkey.login': async () => {
      const { own } = await withPasskey()
      return { body: own.sign((await app.call('POST /login/passkey/begin')).body) }
    },
    'session.changePicture': async () => {
      const as = await app.addStaff()
      const { body } = await app.call('POST /files', { as, body: pngOf(), headers: { 'content-type': 'image/png' } })
      return { as, body: { imageId: body.id } }
    },
    'session.changePreferences': async () => ({ as: await app.addStaff(), body: { mode: 'dark', borderRadius: 4 } }),
    'session.changePassword': async () => ({ as: await withPassword(), body: { current: password, next: `${password}-2` } }),
    'session.prove': async () => ({ as: await withPassword(), body: { password } }),
    'second-factor.begin': async () => ({ as: await app.addStaff() }),
    'second-factor.confirm': async () => {
      const as = await app.addStaff()
      return { as, body: { code: codeOf(await beginTwoStep(app, as), app.services.clock.ms()) } }
    },
    'second-factor.turnOff': async () => {
      const { as, code } = await withCode()
      return { as, body: { password, code } }
    },
    'second-factor.renewCodes': async () => {
      const { as, code } = await withCode()
      return { as, body: { code } }
    },
  }
}
