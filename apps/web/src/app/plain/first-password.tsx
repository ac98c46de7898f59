import { passwordLength } from '@larder/contract'
import { type FormEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import { changePassword } from '#api/own-access.ts'
import { signOut } from '#api/session.ts'
import type { CallError } from '#api/transport.ts'
import { PasswordField } from './password-field.tsx'
import '../theme/plain.css'

type Problems = Partial<Record<'current' | 'next' | 'repeat' | 'form', string>>

/** Whoever was given a password chooses one of their own before anything else. */
export function FirstPassword() {
  const [values, setValues] = useState({ current: '', next: '', repeat: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const dispatch = useDispatch()
  const set = (key: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [key]: value }))

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = whatIsMissing(values)
    setProblems(missing)
    if (isBusy || Object.keys(missing).length > 0) return
    setBusy(true)
    const error = await changePassword(dispatch, { current: values.current, next: values.next })
    setBusy(false)
    if (error) setProblems(problemsOf(error))
  }

  return (
    <main className="plain">
      <form className="plain-card" noValidate onSubmit={submit}>
        <h1>Choose your password</h1>
        <p>The password you were given works only once. Several unrelated words make a strong one.</p>
        {problems.form && (
          <p className="plain-error" role="alert">
            {problems.form}
          </p>
        )}
        <PasswordField label="Temporary password" value={values.current} onChange={set('current')} error={problems.current} />
        <PasswordField isNew label="New password" value={values.next} onChange={set('next')} error={problems.next} />
        <PasswordField isNew label="Confirm new password" value={values.repeat} onChange={set('repeat')} error={problems.repeat} />
        <button type="submit" className="plain-button plain-wide" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save and continue'}
        </button>
        <p className="plain-demo">
          <button type="button" className="plain-link" onClick={() => signOut(dispatch)}>
            Sign out
          </button>
        </p>
      </form>
    </main>
  )
}

function whatIsMissing({ current, next, repeat }: Record<'current' | 'next' | 'repeat', string>): Problems {
  return {
    ...(current === '' && { current: 'Enter your temporary password' }),
    ...(next.length < passwordLength.least && { next: `New password is too short: at least ${passwordLength.least} characters` }),
    ...(repeat !== next && { repeat: 'The new passwords do not match' }),
  }
}

function problemsOf({ fields, message }: CallError): Problems {
  const current = fields['body.current']
  const next = fields['body.next']
  if (!current && !next) return { form: message }
  return { ...(current && { current: `Password ${current}` }), ...(next && { next: `New password ${next}` }) }
}
