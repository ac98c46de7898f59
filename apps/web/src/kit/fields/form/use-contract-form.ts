import { toNestErrors } from '@hookform/resolvers'
import type { Schema } from '@larder/contract'
import { useEffect, useState } from 'react'
import { type FieldError, type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import type { CallError } from '#api/transport.ts'
import { useNotify } from '../../notify.ts'
import { toldOf, wordsOf } from '../../words.ts'
import { type Field, fieldAt } from '../field.ts'
import { contractResolver, type Elsewhere, type Values } from './contract-resolver.ts'
import { focusFirstProblem, sentFrom } from './first-problem.tsx'

export interface ContractForm {
  form: UseFormReturn<Values>
  /** Puts a refusal of the server at the fields it names; answers what has no field here. */
  refuse: (error: CallError) => string[]
  /** As the form's own; what keeps it from being sent gets the focus, once it stands on screen, or is told where no field of it does. */
  handleSubmit: UseFormReturn<Values>['handleSubmit']
}

interface FormParts {
  schema: Schema
  fields: readonly Field<never>[]
  initial: Values
  complete: (values: Values) => unknown
  elsewhere?: Elsewhere | undefined
}

/** A form over a contract's body: the same rules before sending as the server has, and the server's word after. */
export function useContractForm({ schema, fields, initial, complete, elsewhere: beside }: FormParts): ContractForm {
  const notify = useNotify()
  const [sent, setSent] = useState<{ from: Element | null }>({ from: null })
  useEffect(() => {
    if (sent.from) focusFirstProblem(sent.from)
  }, [sent])
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: contractResolver(schema, complete, beside),
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const refuse = (error: CallError) => {
    const elsewhere: string[] = []
    const errors: Record<string, FieldError> = {}
    for (const [path, words] of Object.entries(error.fields)) {
      const own = path.replace(/^body\./, '')
      if (fieldAt(fields, own)) errors[own] = { type: 'server', message: words }
      else elsewhere.push(toldOf(nameOf(path.replace(/^(body|params|query)\./, '')), words))
    }
    // Told at the field that has it as a part: only the field itself is heard.
    const nested = toNestErrors<Values>(errors, { fields: {}, shouldUseNativeValidation: false })
    for (const [key, told] of Object.entries(nested)) form.setError(key, { ...told } as FieldError)
    return elsewhere
  }
  const handleSubmit: ContractForm['handleSubmit'] = (valid, invalid) => {
    const send = form.handleSubmit(valid, (errors, event) => {
      const unseen = leavesOf(errors).filter(([path]) => !fieldAt(fields, path) && !beside?.keys.includes(path))
      if (unseen.length > 0) notify(`${unseen.map(([path, words]) => `${nameOf(path)} ${words}`).join('. ')}.`, 'error')
      return invalid?.(errors, event)
    })
    return async (event) => {
      const from = sentFrom()
      await send(event)
      setSent({ from })
    }
  }
  return { form, refuse, handleSubmit }
}

/** What a path that no field here has is called: of `storeId` the store. */
function nameOf(path: string): string {
  return wordsOf(path.replace(/Id(s?)$/, '$1'))
}

/** What is wrong, by its path. */
function leavesOf(errors: FieldErrors | Record<string, unknown>, within = ''): [path: string, words: string][] {
  return Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    if (typeof error !== 'object' || error === null) return []
    const path = `${within}${key}`
    const { type, message } = error as { type?: unknown; message?: unknown }
    return typeof type === 'string' ? [[path, String(message ?? 'is wrong')]] : leavesOf(error as Record<string, unknown>, `${path}.`)
  })
}
