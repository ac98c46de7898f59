import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { canUsePasskeys, signInByPasskey } from '#api/passkey.ts'

/** Signs in by the device itself, without password or code; nothing where the browser cannot. */
export function PasskeySignIn({ onRefused, onDone }: { onRefused: (message: string) => void; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const dispatch = useDispatch()
  if (!canUsePasskeys()) return null
  const enter = async () => {
    setBusy(true)
    const error = await signInByPasskey(dispatch)
    setBusy(false)
    if (error) onRefused(error.message)
    else onDone()
  }
  return (
    <p className="plain-demo">
      <button type="button" className="plain-link" disabled={isBusy} onClick={enter}>
        Sign in with a passkey
      </button>
    </p>
  )
}
