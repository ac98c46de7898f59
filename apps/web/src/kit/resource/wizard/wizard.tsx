import { type Draft, draftContract } from '@larder/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import type { CallError } from '#api/transport.ts'
import { Alert } from '../../feedback/alert.tsx'
import { Loading } from '../../feedback/feedback.tsx'
import type { Group } from '../../fields/field.ts'
import type { Values } from '../../fields/form/contract-resolver.ts'
import { Button } from '../../layout/button.tsx'
import { Card } from '../../layout/card.tsx'
import { Dialog } from '../../layout/dialog.tsx'
import { Row, Stack } from '../../layout/flow.tsx'
import { Text } from '../../layout/text.tsx'
import { useNotifyAdded } from '../../notify.ts'
import type { BaseRow } from '../../row.ts'
import { useAddress } from '../../use-address.ts'
import type { Resource } from '../define.ts'
import { formFields } from '../form/draft.ts'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { ResourceForm } from '../form/resource-form.tsx'
import { SubmitButton } from '../form/save-bar.tsx'
import { useResourceForm } from '../form/use-resource-form.ts'
import { useServerDraft } from './use-server-draft.ts'
import { WizardCheck } from './wizard-check.tsx'
import { WizardProgress } from './wizard-progress.tsx'

interface WizardProps<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  blank?: Partial<Draft>
  begins?: { title: string; words: string }
  onClose: () => void
}

/** A new record step by step; `?draft=` goes on with one that was begun, here or on another device. */
export function Wizard<Row extends BaseRow, One extends BaseRow, D, K extends string>(props: WizardProps<Row, One, D, K>) {
  const [params] = useSearchParams()
  const [id] = useState(params.get('draft'))
  const [begun, setBegun] = useState<Draft | null>(null)
  const read = useRead(draftContract.get, id === null || begun ? null : { params: { id } })
  // Read once: from then on the form knows better.
  if (read.data && !begun) setBegun(read.data)
  if (id === null || begun) return <Steps {...props} begun={begun} />
  return (
    <Dialog title={titleOf(props)} open onClose={props.onClose} width={640}>
      <Loading read={read}>{() => null}</Loading>
    </Dialog>
  )
}

/** Milliseconds after the last key that what was typed is kept. */
const restMs = 1000
/** Milliseconds until what could not be kept, because the server was away, is sent again. */
const againMs = 5000

function Steps<Row extends BaseRow, One extends BaseRow, D, K extends string>(
  props: WizardProps<Row, One, D, K> & { begun: Draft | null },
) {
  const { resource, blank, begun, onClose } = props
  const { beforeAdding } = resource
  const [one] = resource.label
  const groups = stepsOf(resource)
  const [step, setStep] = useState(Math.min(begun?.step ?? 0, groups.length))
  const notifyAdded = useNotifyAdded(resource)
  const [, setAddress] = useAddress()
  const named = (draft: string) => setAddress({ draft }, { replace: true })
  const draft = useServerDraft(resource.entity, begun, named)
  const state = useResourceForm({
    resource,
    record: null,
    ...(blank && { blank }),
    begun: begun ? typedIn(begun, resource) : {},
    onSaved: ({ id }) => {
      notifyAdded(id)
      void draft.discard()
      onClose()
    },
  })
  const { form, values, changes, isBusy } = state
  const typed = JSON.stringify(
    Object.fromEntries(state.fields.filter(({ isSecret }) => !isSecret).map(({ key }) => [key, values[key] ?? null])),
  )
  const [kept, setKept] = useState(begun ? begun.typed : typed)
  const isUnkept = typed !== kept && changes.length > 0
  const keep = async (at: number) => {
    const name = [...String(values[state.fields[0]?.key ?? ''] ?? '')].slice(0, 80).join('')
    if (changes.length === 0 || !(await draft.keep({ name, step: at, typed }))) return
    setKept(typed)
  }
  // Where it is of the step alone, what was typed is kept: it is sent again, and nobody is told.
  const isAway = draft.error?.kind === 'unavailable'
  const keepRest = useEffectEvent(() => void keep(step))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the wait anew
  useEffect(() => {
    if (!isUnkept && !isAway) return
    const timer = setTimeout(keepRest, isAway ? againMs : restMs)
    return () => clearTimeout(timer)
  }, [isUnkept, typed, isAway && draft.error])

  const keysOf = (at: number) => groups[at]?.fields.map(({ key }) => key) ?? []
  const go = (to: number) => {
    setStep(to)
    void keep(to)
  }
  const next = async () => {
    if (await form.trigger(keysOf(step), { shouldFocus: true })) go(step + 1)
  }
  // Refused for a field of an earlier step: that is where it is mended.
  const { errors } = useFormState({ control: form.control })
  const firstWrong = groups.findIndex((_, at) => keysOf(at).some((key) => key in errors))
  const back = useEffectEvent((to: number) => setStep((at) => Math.min(at, to)))
  useEffect(() => {
    if (firstWrong >= 0) back(firstWrong)
  }, [firstWrong])
  // Closed once it is known whether everything is kept: what is not asks first.
  const [closings, setClosings] = useState(0)
  const closeNow = useEffectEvent(onClose)
  useEffect(() => {
    if (closings > 0) closeNow()
  }, [closings])
  const close = async () => {
    if (isUnkept) await keep(step)
    setClosings((times) => times + 1)
  }
  const isLast = step === groups.length
  return (
    <Dialog
      title={titleOf(props)}
      open
      onClose={close}
      width={640}
      actions={
        <Row justify="space-between" style={{ width: '100%' }}>
          <Text size={12} tone="muted">
            <span aria-live="polite">{changes.length === 0 ? '' : isUnkept ? 'Not kept yet' : 'Draft kept'}</span>
          </Text>
          <Row>
            <Button onClick={close}>{changes.length === 0 ? 'Cancel' : 'Finish later'}</Button>
            {step > 0 && <Button onClick={() => go(step - 1)}>Back</Button>}
            <SubmitButton formId={state.id} label={isLast ? `Add ${one.toLowerCase()}` : 'Next'} busy={isLast && isBusy} disabled={false} />
          </Row>
        </Row>
      }
    >
      <Stack gap={4}>
        {props.begins && step === 0 && (
          <Text as="p" tone="muted">
            {props.begins.words}
          </Text>
        )}
        <WizardProgress steps={[...groups.map(({ title }) => title), 'Check']} at={step} onGo={go} />
        {isUnkept && draft.error && <Alert tone="warning">{notKept(draft.error)}</Alert>}
        {isLast ? (
          <form id={state.id} noValidate onSubmit={state.save}>
            <WizardCheck groups={groups} values={values} refusal={state.refusal} onChange={go}>
              {beforeAdding && <Card title={beforeAdding.title}>{beforeAdding.render(values as Partial<D>)}</Card>}
            </WizardCheck>
          </form>
        ) : (
          <ResourceForm key={step} state={state} groups={groups.slice(step, step + 1)} onSubmit={next} />
        )}
      </Stack>
      <LeaveGuard isDirty={isUnkept && !isBusy} onDiscard={() => {}} />
    </Dialog>
  )
}

function notKept({ kind, message }: CallError): string {
  return kind === 'unavailable'
    ? 'The server cannot be reached: what you typed is in this window alone until it can.'
    : `What you typed is not kept on the server: ${message}`
}

/** What a draft holds of the fields that there are now. */
function typedIn<Row extends BaseRow, One extends BaseRow, D, K extends string>(
  { typed }: Draft,
  resource: Resource<Row, One, D, K>,
): Values {
  const held = JSON.parse(typed) as Values
  return Object.fromEntries(formFields(resource).flatMap(({ key }) => (key in held ? [[key, held[key]]] : [])))
}

function titleOf<Row extends BaseRow, One extends BaseRow, D, K extends string>({ resource, begins }: WizardProps<Row, One, D, K>): string {
  return begins?.title ?? `Add ${resource.label[0].toLowerCase()}`
}

/** The groups of a resource's form in the order of its steps. */
export function stepsOf<Row extends BaseRow, One extends BaseRow, D, K extends string>({
  entity,
  form = [],
  steps = [],
}: Resource<Row, One, D, K>): readonly Group<never>[] {
  return steps.map((title) => {
    const found = form.find((group) => group.title === title)
    if (!found) throw new Error(`${entity} has no group of fields called ${title}`)
    return found
  })
}
