import type { Input, NamedEndpoint } from '@larder/contract'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useWrite } from '#api/client.ts'
import { type CallError, noAnswerToTyped } from '#api/transport.ts'
import { useMe } from '../../access/access.tsx'
import type { Field } from '../../fields/field.ts'
import { problemsNow, problemWords, type Values, withoutEmpty } from '../../fields/form/contract-resolver.ts'
import { carryOver, changeBody, type Difference } from '../../fields/form/differences.ts'
import { draftKey, dropDraft, type KeptDraft, keptDraft, useKeeping } from '../../fields/form/kept-draft.ts'
import { useContractForm } from '../../fields/form/use-contract-form.ts'
import { type BaseRow, isRecord } from '../../row.ts'
import type { Resource } from '../define.ts'
import { blankDraft, draftOf, formFields } from './draft.ts'

/** Somebody else saved while this form was open. */
export interface Overtaken {
  message: string
  /** What both changed: theirs in `to`. */
  conflicts: readonly Difference[]
}

interface ResourceFormParts<Row extends BaseRow, One extends BaseRow, Draft, K extends string> {
  resource: Resource<Row, One, Draft, K>
  /** Null = a new one. */
  record: One | null
  blank?: Partial<Draft>
  /** What was typed before and kept on the server, where drafts of it are: this tab keeps none then. */
  begun?: Values
  onSaved: (record: BaseRow) => void
  /** What was typed waits for another person's approval. */
  onRequested?: () => void
}

/**
 * The state of a form over one record: what was typed, what that changes, saving. A newer version of the record is taken in without
 * losing what was typed; where both changed the same field the person is told.
 */
export function useResourceForm<Row extends BaseRow, One extends BaseRow, Draft, K extends string>(
  parts: ResourceFormParts<Row, One, Draft, K>,
) {
  const { resource, record, blank, begun, onSaved, onRequested } = parts
  const id = useId()
  const fields = formFields(resource)
  const endpoint = (record ? resource.contract.update : resource.contract.create) ?? resource.contract.list
  const schema = endpoint.shape.body ?? endpoint.shape.response
  const first = () => (record ? draftOf(resource, record) : blankDraft(resource, blank))
  const [base, setBase] = useState(() => ({ version: record?.version ?? 0, draft: first() }))
  const me = useMe().id
  // What is typed for one store is not put into another's.
  const within = Object.entries(blank ?? {}).filter(([part]) => !fields.some((field) => field.key === part))
  const key = begun ? null : draftKey(me, resource.entity, record?.id ?? ['new', ...within.flat()].join(' '))
  const [kept] = useState(() => restored(fields, base.draft, key === null ? null : keptDraft(key)))
  const [isRestored, setRestored] = useState(kept !== null)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(kept?.overtaken ?? null)
  const [refusal, setRefusal] = useState<string[]>([])
  const [needed, setNeeded] = useState<{ because: string; body: unknown } | null>(null)
  const [write, { isBusy }] = useWrite(endpoint)
  const complete = (values: Values) => (record ? changeBody(fields, base.draft, values, base.version) : withoutEmpty(schema, values))
  const { form, refuse, handleSubmit } = useContractForm({
    schema,
    fields,
    initial: { ...base.draft, ...begun, ...kept?.draft },
    complete,
  })
  const values = useWatch({ control: form.control }) as Values
  const changes = useKeeping(key, fields, base.draft, values)
  const problems = problemsNow(schema, values, complete)
  const wrong = Object.fromEntries(fields.map((field) => [field.key, problemWords(field, values[field.key], problems)]))

  const adopt = (newer: One, message: string) => {
    const { draft, conflicts } = carryOver(fields, base.draft, { ...base.draft, ...values }, draftOf(resource, newer))
    setBase({ version: newer.version, draft: draftOf(resource, newer) })
    form.reset(draft)
    setOvertaken(changes.length > 0 ? { message, conflicts } : null)
  }
  const takeIn = useEffectEvent((newer: One | null) => {
    if (newer && newer.version > base.version) adopt(newer, 'Someone changed this while you were typing.')
  })
  useEffect(() => takeIn(record), [record])

  const drop = () => {
    if (key !== null) dropDraft(key)
  }

  const send = async (typed: Values) => {
    const input = { ...(record && { params: { id: record.id } }), body: complete(typed) } as Input<NamedEndpoint>
    const { data, error } = await write(input)
    if (!error) {
      setBase(({ version }) => ({ version: (data as BaseRow).version ?? version, draft: typed }))
      setRefusal([])
      setOvertaken(null)
      setRestored(false)
      drop()
      onSaved(data as BaseRow)
    } else if (record && error.reason === 'needs-approval') {
      setRefusal([])
      setNeeded({ because: error.message, body: complete(typed) })
    } else if (error.kind === 'stale' && isRecord<One>(error.current)) adopt(error.current, error.message)
    else setRefusal(wordsOf(error, refuse(error)))
  }

  return {
    id,
    record,
    /** What the record is called; empty for a new one. */
    title: record ? resource.title(record) : '',
    endpoint,
    schema,
    form,
    fields,
    values,
    changes,
    /** By key of a field what is wrong with it as it is typed, in words; null where nothing is. */
    wrong,
    overtaken,
    /** What was typed before the session ended, the page crashed or was loaded again is back. */
    isRestored: isRestored && changes.length > 0,
    refusal,
    /** Another person has to approve what was sent: why, and what it was. */
    needed,
    /** It was asked for: there is nothing left to save. */
    requested: () => {
      setNeeded(null)
      form.reset(base.draft)
      drop()
      onRequested?.()
    },
    /** It is not asked for, and stays as it was typed. */
    keepTyping: () => setNeeded(null),
    isBusy,
    save: handleSubmit(send),
    /** Lets go of what was kept of the typed text. */
    drop,
    discard: () => {
      form.reset(base.draft)
      drop()
      setOvertaken(null)
      setRefusal([])
    },
  }
}

/** A kept draft over the record as it is now: what both changed meanwhile is told. */
function restored(
  fields: readonly Field<never>[],
  now: Values,
  kept: KeptDraft | null,
): { draft: Values; overtaken: Overtaken | null } | null {
  if (!kept) return null
  const base = { ...now, ...kept.base }
  const { draft, conflicts } = carryOver(fields, base, { ...base, ...kept.typed }, now)
  return { draft, overtaken: conflicts.length > 0 ? { message: 'Someone changed this since you typed.', conflicts } : null }
}

export type ResourceFormState = ReturnType<typeof useResourceForm>

/** What can't stand at a field; the message itself where no field was named. */
function wordsOf(error: CallError, elsewhere: string[]): string[] {
  if (error.reason === 'no-answer') return [noAnswerToTyped]
  return Object.keys(error.fields).length === 0 ? [error.message] : elsewhere
}
