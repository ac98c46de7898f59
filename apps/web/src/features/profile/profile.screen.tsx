import { sessionContract, systemContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan, useMe } from '#kit/access/access.tsx'
import { custom } from '#kit/cells/columns.tsx'
import { PhoneText } from '#kit/cells/value-text.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { lazily } from '#kit/lazily.tsx'
import { FactList } from '#kit/panels/panels.tsx'
import type { Prepare } from '#kit/visit.ts'
import { OwnSessions } from './own-sessions.tsx'
import { OwnOrders, OwnTimes } from './own-times.tsx'

export const prepare: Prepare = ({ read }) => {
  read(sessionContract.sessions, {})
}

/** What comes later has its room already, in pixels: nothing below it moves. */
const room = (height: number) => <div style={{ minHeight: height }} />

const OwnActs = lazily(() => import('./own-acts.tsx').then((module) => module.OwnActs))

const OwnPicture = lazily(() => import('./own-picture.tsx').then((module) => module.OwnPicture), room(96))

const PasswordForm = lazily(() => import('./password-form.tsx').then((module) => module.PasswordForm), room(344))

const TwoStep = lazily(() => import('./two-step.tsx').then((module) => module.TwoStep), room(84))

const Passkeys = lazily(() => import('./passkeys.tsx').then((module) => module.Passkeys), room(84))

type Person = ReturnType<typeof useMe>

const columns = [
  custom<Person>('name', 'Name', ({ name }) => name, { text: ({ name }) => name }),
  custom<Person>('email', 'E-mail', ({ email }) => email, { text: ({ email }) => email }),
  custom<Person>('phone', 'Phone', ({ phone }) => (phone ? <PhoneText phone={phone} /> : '–'), { text: ({ phone }) => phone ?? '' }),
  custom<Person>('role', 'Role', ({ roleName }) => roleName, { text: ({ roleName }) => roleName }),
  custom<Person>('scope', 'Scope', reachOf, { text: reachOf }),
]

/** Oneself: what others have entered, how one reads times, one's password, and where one is signed in. */
export default function ProfileScreen() {
  const mayHandle = useCan('order.operate')
  const me = useMe()
  // They are bound to the address that the installation has said that it has.
  const hasPasskeys = useRead(systemContract.health, {}).data?.passkeys ?? false
  return (
    <Page title="Profile" subtitle="Name, phone, role and scope are managed by your administrator." width={640}>
      <Stack gap={4}>
        <Card title="You">
          <Stack gap={4}>
            <OwnPicture />
            <FactList record={me} columns={columns} />
          </Stack>
        </Card>
        <OwnTimes />
        {mayHandle && <OwnOrders />}
        <Card title="Password">
          <PasswordForm />
        </Card>
        <Card title="Two-step sign-in">
          <TwoStep />
        </Card>
        {hasPasskeys && (
          <Card title="Passkeys">
            <Passkeys />
          </Card>
        )}
        <OwnSessions />
        <OwnActs />
      </Stack>
    </Page>
  )
}

function reachOf({ scope, places }: Person): string {
  return scope.kind === 'all' ? 'All branches and stores' : places.map(({ name }) => name).join(', ')
}
