import { orderContract, queueOfTopic, ticketQueueLabels } from '@larder/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useRead } from '#api/client.ts'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { useFormValues, useInitialValues } from '#kit/fields/form/use-form-values.ts'
import { SelectInput } from '#kit/fields/inputs/lazy-inputs.tsx'
import { optionsOf } from '#kit/fields/options.ts'

/** The queue of a ticket: that of its topic as another one is chosen, until somebody says otherwise. */
export function QueueInput(props: FieldInputProps) {
  const { topicCode } = useFormValues()
  const { data } = useRead(orderContract.reasons, {})
  const topic = data?.find(({ kind, code }) => kind === 'ticket' && code === topicCode)
  const followed = useRef(useInitialValues().topicCode)
  const follow = useEffectEvent(() => {
    if (!topic || followed.current === topic.code) return
    followed.current = topic.code
    props.onChange(queueOfTopic(topic))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each topic is followed once it is known
  useEffect(() => follow(), [topic?.code])
  return <SelectInput {...props} options={optionsOf(ticketQueueLabels)} />
}
