import { type Invitation, passwordLength } from '@larder/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useNavigate } from 'react-router'
import { acceptInvite, readInvite } from '#api/invitation.ts'
import type { CallError } from '#api/transport.ts'
import { homePath, loginPath, setupPath } from '../paths.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { PlainField } from './plain-field.tsx'
import '../theme/plain.css'

/** Whoever was invited chooses a password and is in. */
export function AcceptInvite({ token }: { token: string }) {
  const [found, setFound] = useState<Invitation | CallError | null>(null)
  useEffect(() => {
    let isShown = true
    readInvite(token).then((answer) => isShown && setFound(answer))
    return () => {
      isShown = false
    }
  }, [token])
  if (found === null) return <main className="plain" aria-busy="true" />
  return <main className="plain">{'kind' in found ? <Refused error={found} /> : <ChoosePassword token={token} invitation={found} />}</main>
}

const refusedTitles: Partial<Record<CallError['reason'], string>> = {
  'invite-not-valid': 'This invitation is over',
  'administrator-exists': 'There is an administrator already',
}

function Refused({ error: { reason, message } }: { error: CallError }) {
  return (
    <div className="plain-card">
      <h1>{refusedTitles[reason] ?? 'The invitation could not be opened'}</h1>
      <p role="alert">{message}</p>
      <Link className="plain-link" to={loginPath}>
        Sign in instead
      </Link>
    </div>
  )
}

interface Values {
  name: string
  email: string
  password: string
  repeat: string
}
type Problems = Partial<Record<keyof Values | 'form', string>>

function ChoosePassword({ token, invitation }: { token: string; invitation: Invitation }) {
  const [values, setValues] = useState({ name: '', email: '', password: '', repeat: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const set = (key: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [key]: value }))
  const { name, email, installation } = invitation
  // Nobody has said yet who the first administrator is.
  const isFirst = email === null

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = { ...(isFirst && whoIsMissing(values)), ...whatIsMissing(values) }
    setProblems(missing)
    if (isBusy || Object.keys(missing).length > 0) return
    setBusy(true)
    const person = isFirst ? { person: { name: values.name, email: values.email.trim() } } : {}
    const error = await acceptInvite(dispatch, { token, password: values.password, ...person })
    setBusy(false)
    if (error) return setProblems(problemsOf(error))
    // The link is used up: it stays in no history.
    navigate(isFirst ? setupPath : homePath, { replace: true })
  }

  return (
    <form className="plain-card" noValidate onSubmit={submit}>
      <h1>Welcome to {installation}</h1>
      <p>
        {isFirst
          ? 'You are the first here, and become its administrator: say who you are and choose a password.'
          : `${name}, choose a password and you are in.`}{' '}
        Several unrelated words make a strong one.
      </p>
      {problems.form && (
        <p className="plain-error" role="alert">
          {problems.form}
        </p>
      )}
      {isFirst && (
        <PlainField label="Name" error={problems.name}>
          {(attributes) => (
            <input
              {...attributes}
              name="name"
              autoComplete="name"
              value={values.name}
              onChange={(event) => set('name')(event.target.value)}
            />
          )}
        </PlainField>
      )}
      <EmailField value={email ?? values.email} onChange={isFirst ? set('email') : undefined} error={problems.email} />
      <PasswordField isNew label="New password" value={values.password} onChange={set('password')} error={problems.password} />
      <PasswordField isNew label="Confirm new password" value={values.repeat} onChange={set('repeat')} error={problems.repeat} />
      <button type="submit" className="plain-button plain-wide" disabled={isBusy}>
        {isBusy ? 'Saving…' : 'Save and continue'}
      </button>
    </form>
  )
}

function whoIsMissing({ name, email }: Values): Problems {
  return {
    ...(name.trim() === '' && { name: 'Enter your name' }),
    ...(email.trim() === '' ? { email: 'Enter your e-mail address' } : !email.includes('@') && { email: 'Enter a valid e-mail address' }),
  }
}

function whatIsMissing({ password, repeat }: Values): Problems {
  return {
    ...(password.length < passwordLength.least && { password: `New password is too short: at least ${passwordLength.least} characters` }),
    ...(repeat !== password && { repeat: 'The new passwords do not match' }),
  }
}

function problemsOf({ fields, message }: CallError): Problems {
  const [password, name, email] = [fields['body.password'], fields['body.person.name'], fields['body.person.email']]
  if (!password && !name && !email) return { form: message }
  return {
    ...(name && { name: `Name ${name}` }),
    ...(email && { email: `E-mail ${email}` }),
    ...(password && { password: `New password ${password}` }),
  }
}
