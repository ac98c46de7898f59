import { type ApiError, passwordLength } from '@larder/contract'
import { type FormEvent, useState } from 'react'
import { useDispatch } from 'react-redux'
import { changePassword, signOut } from '#api/session.ts'
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
        <p>The one that you were given is for the first sign-in alone. Several words that do not belong together make a good one.</p>
        {problems.form && (
          <p className="plain-error" role="alert">
            {problems.form}
          </p>
        )}
        <PasswordField label="Password you were given" value={values.current} onChange={set('current')} error={problems.current} />
        <PasswordField isNew label="New password" value={values.next} onChange={set('next')} error={problems.next} />
        <PasswordField isNew label="New password again" value={values.repeat} onChange={set('repeat')} error={problems.repeat} />
        <button type="submit" className="plain-button plain-wide" disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save and go on'}
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
    ...(current === '' && { current: 'Enter the password that you were given' }),
    ...(next.length < passwordLength.least && { next: `New password is too short: at least ${passwordLength.least} characters` }),
    ...(repeat !== next && { repeat: 'New password again is not the same' }),
  }
}

function problemsOf({ fields, message }: ApiError): Problems {
  const current = fields['body.current']
  const next = fields['body.next']
  if (!current && !next) return { form: message }
  return { ...(current && { current: `Password ${current}` }), ...(next && { next: `New password ${next}` }) }
}
