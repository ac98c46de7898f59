import { type SecondFactor, secondFactorContract } from '@larder/contract'
import { useState } from 'react'
import { useRead } from '#api/client.ts'
import { RecoveryCodes } from '#entities/session/recovery-codes.tsx'
import { SetUpTwoStep } from '#entities/session/set-up-two-step.tsx'
import { When } from '#kit/cells/when.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Loading } from '#kit/feedback/feedback.tsx'
import { codeField, passwordField } from '#kit/fields/fields.tsx'
import { Button } from '#kit/layout/button.tsx'
import { Dialog } from '#kit/layout/dialog.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { useNotify } from '#kit/notify.ts'
import { AskProof } from './ask-proof.tsx'

const few = 3
const code = codeField('code', { label: 'Code', help: 'From your authenticator app, or one of your recovery codes' })
const password = passwordField('password', { label: 'Password', autoComplete: 'current-password' })

type Open = 'set up' | 'turn off' | 'renew' | { codes: readonly string[]; title: string; done?: string } | null

/** A second step for one's sign-in: on or off, and how many recovery codes are left. */
export function TwoStep() {
  const read = useRead(secondFactorContract.get, {})
  const [open, setOpen] = useState<Open>(null)
  const notify = useNotify()
  const close = () => setOpen(null)
  return (
    <Loading read={read}>
      {(state) => (
        <>
          {state.since === null ? <Off onTurnOn={() => setOpen('set up')} /> : <On state={state} onOpen={setOpen} />}
          {open === 'set up' && (
            <Dialog title="Turn on two-step sign-in" open onClose={close}>
              <SetUpTwoStep
                onCancel={close}
                onOn={(codes) =>
                  setOpen({
                    codes,
                    title: 'Two-step sign-in is on',
                    done: 'Two-step sign-in is on; you are signed out on your other devices',
                  })
                }
              />
            </Dialog>
          )}
          {open === 'turn off' && (
            <AskProof
              endpoint={secondFactorContract.turnOff}
              title="Turn off two-step sign-in"
              label="Turn off"
              tone="danger"
              words={
                state.isRequired
                  ? 'It is required of you here: you are asked to set it up again at once.'
                  : 'Your password alone will sign you in.'
              }
              fields={[password, code]}
              onClose={close}
              onDone={() => {
                close()
                notify('Two-step sign-in is off')
              }}
            />
          )}
          {open === 'renew' && (
            <AskProof
              endpoint={secondFactorContract.renewCodes}
              title="New recovery codes"
              label="Make new codes"
              words="The codes that you have now no longer work."
              fields={[code]}
              onClose={close}
              onDone={({ recoveryCodes }) => setOpen({ codes: recoveryCodes, title: 'New recovery codes' })}
            />
          )}
          {open !== null && typeof open === 'object' && (
            // Let go of on purpose alone: nobody can read them again.
            <Dialog title={open.title} open onClose={() => {}}>
              <RecoveryCodes
                codes={open.codes}
                onDone={() => {
                  close()
                  if (open.done) notify(open.done)
                }}
              />
            </Dialog>
          )}
        </>
      )}
    </Loading>
  )
}

function Off({ onTurnOn }: { onTurnOn: () => void }) {
  return (
    <Stack gap={3}>
      <Text as="p">
        Off. With it, signing in takes a code of an app on your phone besides your password: who gets hold of the password alone is not in.
      </Text>
      <Row justify="end">
        <Button tone="primary" onClick={onTurnOn}>
          Turn on
        </Button>
      </Row>
    </Stack>
  )
}

function On({ state: { since, recoveryCodesLeft }, onOpen }: { state: SecondFactor; onOpen: (open: Open) => void }) {
  const left = recoveryCodesLeft === 1 ? '1 recovery code is left' : `${recoveryCodesLeft} recovery codes are left`
  return (
    <Stack gap={3}>
      <Text as="p">
        On, turned on <When at={since} />. Signing in takes a code of your authenticator app besides your password.
      </Text>
      {recoveryCodesLeft <= few ? <Alert tone="warning">{left}. Make new ones before you need them.</Alert> : <Text as="p">{left}.</Text>}
      <Row justify="end">
        <Button onClick={() => onOpen('renew')}>New recovery codes</Button>
        <Button onClick={() => onOpen('turn off')}>Turn off</Button>
      </Row>
    </Stack>
  )
}
