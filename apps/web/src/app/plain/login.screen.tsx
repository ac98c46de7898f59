import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate, useSearchParams } from 'react-router'
import { signIn } from '#api/session.ts'
import type { CallError } from '#api/transport.ts'
import { homePath } from '../paths.ts'
import { DemoHint } from './demo-hint.tsx'
import { PasswordField } from './password-field.tsx'
import { PlainField } from './plain-field.tsx'
import { rememberEmail, rememberedEmail } from './remembered-email.ts'
import '../theme/plain.css'

type Problems = Partial<Record<'email' | 'password' | 'form', string>>

/** Sign-in, light enough to be usable at once: native inputs in the theme's colours, nothing of the component library. */
export default function LoginScreen() {
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [params] = useSearchParams()
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstEmpty(form.current), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = whatIsMissing(email, password)
    setProblems(missing)
    if (isBusy || Object.keys(missing).length > 0) return
    setBusy(true)
    const error = await signIn(dispatch, { email: email.trim(), password })
    setBusy(false)
    if (error) return setProblems(problemsOf(error))
    rememberEmail(email.trim())
    navigate(safeNext(params.get('next')), { replace: true })
  }

  return (
    <main className="plain">
      <form ref={form} className="plain-card" noValidate onSubmit={submit}>
        <h1>Sign in to Larder</h1>
        <p>The back-office of your marketplace.</p>
        {problems.form && (
          <p className="plain-error" role="alert">
            {problems.form}
          </p>
        )}
        <PlainField label="E-mail" error={problems.email}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </PlainField>
        <PasswordField value={password} onChange={setPassword} error={problems.password} />
        <button type="submit" className="plain-button plain-wide" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <DemoHint
          onChoose={(account) => {
            setEmail(account.email)
            setPassword(account.password)
          }}
        />
      </form>
    </main>
  )
}

function whatIsMissing(email: string, password: string): Problems {
  return {
    ...(email.trim() === '' ? { email: 'Enter your e-mail address' } : !email.includes('@') && { email: 'Enter a valid e-mail address' }),
    ...(password === '' && { password: 'Enter your password' }),
  }
}

function problemsOf({ fields, message }: CallError): Problems {
  const email = fields['body.email']
  const password = fields['body.password']
  if (!email && !password) return { form: message }
  return { ...(email && { email: `E-mail ${email}` }), ...(password && { password: `Password ${password}` }) }
}

/** Only a path of this application: one that a browser reads exactly as it is written, so without what it would leave out or turn round. */
function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return homePath
  const { origin, pathname, search, hash } = new URL(next, location.origin)
  return origin === location.origin && pathname + search + hash === next ? next : homePath
}

/** The cursor starts where something is missing: whoever signed in here before types only the password. */
function focusFirstEmpty(form: HTMLFormElement | null): void {
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  inputs.find(({ value }) => value === '')?.focus()
}
