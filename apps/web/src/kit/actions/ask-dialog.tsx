import { RequestReason } from '@larder/contract'
import { useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import { useStandingError } from '#api/live.ts'
import { type CallError, noAnswerToTyped } from '#api/transport.ts'
import { useMe } from '../access/access.tsx'
import { Alert } from '../feedback/alert.tsx'
import { reasonField } from '../fields/fields.tsx'
import type { Values } from '../fields/form/contract-resolver.ts'
import { FieldRow } from '../fields/form/field-row.tsx'
import { Refusal } from '../fields/form/first-problem.tsx'
import { draftKey, dropDraft, keptDraft, useKeeping } from '../fields/form/kept-draft.ts'
import { useContractForm } from '../fields/form/use-contract-form.ts'
import { FormRecord } from '../fields/reference.tsx'
import { Button } from '../layout/button.tsx'
import { Dialog } from '../layout/dialog.tsx'
import { Stack } from '../layout/flow.tsx'
import { Text } from '../layout/text.tsx'
import { orWords } from '../or-words.ts'
import type { BaseRow } from '../row.ts'
import { type Action, approversOf, becauseOf, bodyOf, chosenReasonOf, isAlone, ownOf, waitsOf } from './action.ts'
import type { Needed } from './host.ts'

const ofRequest = { schema: RequestReason, keys: ['reason'] }

interface AskDialogProps<R extends BaseRow> {
  action: Action<R>
  row: R
  send: (asked: Values) => Promise<CallError | undefined>
  isBusy: boolean
  /** Ends what is done one after the other, after the one that is out. */
  onStop?: () => void
  /** Whose what is typed is kept as, where it is about others than `row` as well. */
  draftOf?: string
  /** Sends it as a request instead, where what is typed takes another person. */
  request?: AskDialogProps<R>['send']
  onClose: () => void
  /** What was sent, and refused because another person has to approve it: it is asked for instead. */
  needed?: Needed | undefined
}

/** Asks what an act needs to know; what was typed is kept as a form's is. A refusal stays in the dialog with everything typed; a second try uses the record's newest version. */
export function AskDialog<R extends BaseRow>(props: AskDialogProps<R>) {
  const { action, row, send, request, isBusy, onStop, draftOf = row.id, onClose, needed } = props

  const { endpoint, label: own, title, tone } = action
  const by = approversOf(action, row)
  const isRequest = by !== null || needed !== undefined
  // Why it is asked for is why it is done: asked once.
  const isPlain = !isRequest || chosenReasonOf(action) !== undefined
  const needsOf = (values: Values) => (isRequest || !request ? null : (action.needs?.(row, values) ?? null))
  const hasReason = action.asks.some(({ key }) => key === 'reason')
  // Asked as soon as what is typed takes another person.
  const mayAsk = action.needs !== undefined && request !== undefined && !hasReason
  const others = action.asks.filter(({ key }) => key !== 'reason')
  // What was typed before is below what is asked now.
  const asks = isPlain && !mayAsk ? action.asks : needed ? [reasonField(), ...others] : [...others, reasonField()]
  const schema = action.schema ?? endpoint.shape.body ?? endpoint.shape.response
  const [refused, setRefusal] = useState<{ error: CallError; elsewhere: string[] } | null>(null)
  const refusal = useStandingError(refused?.error) ? refused : null
  const me = useMe().id
  const key = draftKey(me, action.part ? `${endpoint.name}.${action.part}` : endpoint.name, draftOf)
  const [base] = useState(() => ({ ...Object.fromEntries(asks.map((field) => [field.key, null])), ...action.body(row) }))
  const [kept] = useState(() => needed?.asked ?? keptDraft(key)?.typed)
  const { form, refuse, handleSubmit } = useContractForm({
    schema,
    fields: asks,
    initial: { ...base, ...kept },
    complete: (values) => bodyOf(action, row, ownOf(action, values)),
    elsewhere: mayAsk ? { ...ofRequest, when: (values) => needsOf(values) !== null } : isPlain ? undefined : ofRequest,
  })
  const values = useWatch({ control: form.control }) as Values
  const beyond = needsOf(values)
  const warned = action.warns?.(row, values) ?? null
  const { dirtyFields } = form.formState
  // What a field proposes by itself nobody typed.
  const typed = Object.fromEntries(Object.entries(values).filter(([field]) => field in dirtyFields || (kept && field in kept)))
  const label = isRequest || beyond ? 'Send for approval' : own
  const isDirty = useKeeping(key, asks, base, typed).length > 0
  const submit = async (values: Values) => {
    const error = await (request && needsOf(values) !== null ? ask(request, values) : send(isRequest ? values : ownOf(action, values)))
    if (error) setRefusal({ error, elsewhere: refuse(error) })
    else leave()
  }
  const ask = async (sendRequest: typeof send, values: Values) => {
    const error = await sendRequest(values)
    // The limit has risen since, or nobody else could approve it: it is done at once.
    return error?.reason === 'needs-no-approval' ? send(ownOf(action, values)) : error
  }
  const leave = () => {
    dropDraft(key)
    onClose()
  }
  // It was overtaken by something that forbids it: there is nothing left to send.
  const isOver = refusal?.error.kind === 'stale' && becauseOf(action, row) !== null
  // What stands at a field is not said twice.
  const message = refusal?.error.reason === 'no-answer' && isDirty ? noAnswerToTyped : refusal?.error.message
  const told = refusal && (Object.keys(refusal.error.fields).length === 0 ? [message] : refusal.elsewhere)
  const submitForm = asks.length > 0 ? handleSubmit(submit) : () => submit({})
  return (
    <Dialog
      title={title ?? own}
      open
      // Typed text is not lost to a click beside the dialog, or to Escape: it is kept, and back when this is opened again.
      onClose={onClose}
      onSubmit={submitForm}
      actions={
        <>
          {isBusy && onStop ? (
            <Button onClick={onStop}>Stop</Button>
          ) : (
            <Button onClick={leave}>{action.wayOut ?? (isDirty && !isOver ? 'Discard' : 'Cancel')}</Button>
          )}
          {!isOver && (
            <Button type="submit" tone={tone === 'danger' ? 'danger' : 'primary'} busy={isBusy}>
              {refusal?.error.kind === 'stale' ? `${label} anyway` : label}
            </Button>
          )}
        </>
      }
    >
      <FormProvider {...form}>
        <FormRecord value={row}>
          <Stack gap={4}>
            {action.question && <Text as="p">{action.question(row)}</Text>}
            {needed && <Alert tone="info">{needed.because}</Alert>}
            {!needed && by && (
              <Alert tone="info">
                Needs the approval of {orWords(by) || `somebody else. ${waitsOf(action, row)}`}
                {by.length > 0 && '.'} Nothing changes until then.
              </Alert>
            )}
            {isAlone(action, row) && (
              <Alert tone="info">Nobody else could approve this: it is changed at once, and the history says so.</Alert>
            )}
            {told && told.length > 0 && (
              <Refusal>
                <Alert tone={refusal.error.kind === 'stale' ? 'warning' : 'error'}>{told.join(' ')}</Alert>
              </Refusal>
            )}
            {kept && !needed && isDirty && <Alert tone="info">What you typed here before is back.</Alert>}
            {(mayAsk ? others : asks).map((field) => (
              <FieldRow key={field.key} field={field} schema={schema} />
            ))}
            {warned && <Alert tone="warning">{warned}</Alert>}
            {beyond && <Alert tone="info">{beyond}</Alert>}
            {mayAsk && beyond && <FieldRow field={reasonField()} schema={schema} />}
          </Stack>
        </FormRecord>
      </FormProvider>
    </Dialog>
  )
}
