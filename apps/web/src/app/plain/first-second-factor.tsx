import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { WriteDispatch } from '#api/client.ts'
import { refreshAccess } from '#api/own-access.ts'
import { signOut } from '#api/session.ts'
import { RecoveryCodes } from '#entities/session/recovery-codes.tsx'
import { SetUpTwoStep } from '#entities/session/set-up-two-step.tsx'
import { Toasts } from '../shell/toasts.tsx'
import '../theme/plain.css'

/** Of whom two-step sign-in is required sets it up before anything else. */
export function FirstSecondFactor() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const dispatch = useDispatch<WriteDispatch>()
  return (
    <main className="plain">
      <div className="plain-card">
        <h1>Set up two-step sign-in</h1>
        <p>It is required of you here: besides your password, signing in takes a code of an app on your phone.</p>
        {codes ? <RecoveryCodes codes={codes} onDone={() => refreshAccess(dispatch)} /> : <SetUpTwoStep onOn={setCodes} />}
        <p className="plain-demo">
          <button type="button" className="plain-link" onClick={() => signOut(dispatch)}>
            Sign out
          </button>
        </p>
      </div>
      <Toasts />
    </main>
  )
}
