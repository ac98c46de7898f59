import type { Schema } from '@larder/contract'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { CallError } from '#api/transport.ts'
import { wordsOf } from '../cells/look.ts'
import { contractResolver, type Values } from './contract-resolver.ts'
import { type Field, fieldAt } from './field.ts'

export interface ContractForm {
  form: UseFormReturn<Values>
  /** Puts a refusal of the server at the fields it names; answers what has no field here. */
  refuse: (error: CallError) => string[]
}

interface FormParts {
  schema: Schema
  fields: readonly Field<never>[]
  initial: Values
  complete: (values: Values) => unknown
}

/** A form over a contract's body: the same rules before sending as the server has, and the server's word after. */
export function useContractForm({ schema, fields, initial, complete }: FormParts): ContractForm {
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: contractResolver(schema, complete),
    mode: 'onTouched',
    shouldFocusError: true,
  })
  const refuse = (error: CallError) => {
    const elsewhere: string[] = []
    for (const [path, words] of Object.entries(error.fields)) {
      const field = fieldAt(fields, path.replace(/^body\./, ''))
      if (field) form.setError(field.key, { type: 'server', message: words })
      else elsewhere.push(`${wordsOf(path.replace(/^(body|params|query)\./, ''))} ${words}`)
    }
    return elsewhere
  }
  return { form, refuse }
}
