import { invitedBy, systemContract } from '@larder/contract'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { leftElsewhereKey, signIn } from '#api/session.ts'
import { keepStored } from '#api/stored.ts'
import type { CallError } from '#api/transport.ts'
import { homePath } from '../paths.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import '../theme/plain.css'

// Hardly anybody who signs in was just invited.
const AcceptInvite = lazy(() => import('./accept-invite.tsx').then((module) => ({ default: module.AcceptInvite })))

// Neither does everybody have it asked.
const CodeField = lazy(() => import('./code-field.tsx').then((module) => ({ default: module.CodeField })))

const PasskeySignIn = lazy(() => import('./passkey-sign-in.tsx').then((module) => ({ default: module.PasskeySignIn })))

type Problems = Partial<Record<'email' | 'password' | 'code' | 'form', string>>

/** The one page without a session: to sign in, or with an invitation to choose a password first. */
export default function LoginScreen() {
  const token = invitedBy(useLocation())
  if (token === null) return <SignIn />
  return (
    <Suspense>
      <AcceptInvite key={token} token={token} />
    </Suspense>
  )
}

/** Sign-in, light enough to be usable at once: native inputs in the theme's colours, nothing of the component library. */
function SignIn() {
  'use no memo'
  const [email, setEmail] = useState(rememberedEmail)
  const [password, setPassword] = useState('')
  // Null until a code is asked for.
  const [code, setCode] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [isLeft] = useState(() => sessionStorage.getItem(leftElsewhereKey))
  const [params] = useSearchParams()
  const { data: health } = useRead(systemContract.health, {})
  const dispatch = useDispatch()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    sessionStorage.removeItem(leftElsewhereKey)
    focusFirstEmpty(form.current)
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = whatIsMissing(email, password, code)
    setProblems(missing)
    if (isBusy || Object.keys(missing).length > 0) return
    setBusy(true)
    prefetchPages()
    const error = await signIn(dispatch, { email: email.trim(), password, ...(code && { code: code.trim() }) })
    setBusy(false)
    if (error?.reason === 'code-needed') return setCode('')
    if (error) return setProblems(problemsOf(error))
    rememberEmail(email.trim())
    navigate(safeNext(params.get('next')), { replace: true })
  }

  return (
    <main className="plain">
      <form ref={form} className="plain-card" noValidate onSubmit={submit}>
        <h1>Sign in to Larder</h1>
        <p>The back-office of your marketplace.</p>
        {isLeft && <p role="status">You were signed out in another tab.</p>}
        {problems.form && (
          <p className="plain-error" role="alert">
            {problems.form}
          </p>
        )}
        <EmailField value={email} onChange={setEmail} error={problems.email} />
        <PasswordField value={password} onChange={setPassword} error={problems.password} />
        {code !== null && (
          <Suspense>
            <CodeField value={code} onChange={setCode} error={problems.code} />
          </Suspense>
        )}
        <button type="submit" className="plain-button plain-wide" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        {health?.passkeys && (
          <Suspense>
            <PasskeySignIn
              onRefused={(form) => setProblems({ form })}
              onDone={() => navigate(safeNext(params.get('next')), { replace: true })}
            />
          </Suspense>
        )}
        {health?.demo && (
          <DemoHint
            onChoose={(account) => {
              setEmail(account.email)
              setPassword(account.password)
            }}
          />
        )}
      </form>
    </main>
  )
}

/** The shell and the table of pages, while the server compares the password; who comes in without them asks for them again. */
function prefetchPages(): void {
  import('../shell/layout.screen.tsx').catch(() => {})
}

function whatIsMissing(email: string, password: string, code: string | null): Problems {
  return {
    ...(email.trim() === '' ? { email: 'Enter your e-mail address' } : !email.includes('@') && { email: 'Enter a valid e-mail address' }),
    ...(password === '' && { password: 'Enter your password' }),
    ...(code?.trim() === '' && { code: 'Enter the code' }),
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

const emailKey = 'larder.email'

/** The address that signed in here last; nothing else of a sign-in is remembered. */
function rememberedEmail(): string {
  return localStorage.getItem(emailKey) ?? ''
}
function rememberEmail(email: string): void {
  keepStored(localStorage, emailKey, email)
}

const demoAdmin = { email: 'admin@larder.test', password: 'larder-demo' }

/** The demo's own account, one click away; only where the API says that it is the demo. */
function DemoHint({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  return (
    <p className="plain-hint plain-demo">
      This is the demo.{' '}
      <button type="button" className="plain-link" onClick={() => onChoose(demoAdmin)}>
        Use {demoAdmin.email}
      </button>{' '}
      with “{demoAdmin.password}”, or any role as <code>role@larder.test</code>.
    </p>
  )
}
