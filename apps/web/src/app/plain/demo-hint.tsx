import { systemContract } from '@larder/contract'
import { useRead } from '#api/client.ts'

const admin = { email: 'admin@larder.test', password: 'larder-demo' }

/** The demo's own account, one click away; only where the API says that it is the demo. */
export function DemoHint({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  const { data } = useRead(systemContract.health, {})
  if (!data?.demo) return null
  return (
    <p className="plain-hint plain-demo">
      This is the demo.{' '}
      <button type="button" className="plain-link" onClick={() => onChoose(admin)}>
        Use {admin.email}
      </button>{' '}
      with “{admin.password}”, or any role as <code>role@larder.test</code>.
    </p>
  )
}
